/** Where the boxes of a table lie on its arc, box 1 at the players' right. */

export interface Place {
  seat: number;
  x: number;
  y: number;
}

/** The boxes of a table on an arc in a picture 200 wide and 64 high, the middle ones lowest. */
export function placesOf(seats: number): Place[] {
  const widest = 60; // degrees to either side of straight down
  return Array.from({ length: seats }, (_, at) => {
    const turn = seats === 1 ? 0 : widest - (2 * widest * at) / (seats - 1);
    const angle = (turn * Math.PI) / 180;
    return { seat: at + 1, x: 100 + 100 * Math.sin(angle), y: -32 + 86 * Math.cos(angle) };
  });
}
