/** Small sounds made by the browser itself; silent unless the player asked for them. */

import { settings } from './settings.svelte';

/** How a sound is made: noise through a filter, or tones one after another. */
interface Recipe {
  seconds: number;
  loud: number;
  noise?: number;
  tones?: readonly number[];
}

const RECIPES = {
  card: { seconds: 0.07, loud: 0.16, noise: 3200 },
  chip: { seconds: 0.05, loud: 0.1, tones: [2600, 3400] },
  win: { seconds: 0.14, loud: 0.09, tones: [523, 659, 784] },
  call: { seconds: 0.3, loud: 0.12, tones: [660, 880, 660] },
  turn: { seconds: 0.12, loud: 0.07, tones: [440] },
} as const satisfies Record<string, Recipe>;

export type Sound = keyof typeof RECIPES;

let audio: AudioContext | null = null;

/** Plays a sound, where sounds are on. */
export function sound(name: Sound): void {
  if (!settings.chosen.sounds || typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  void audio.resume();
  const recipe: Recipe = RECIPES[name];
  if (recipe.noise) rustle(audio, recipe, recipe.noise);
  recipe.tones?.forEach((hertz, place) => tone(audio!, recipe, hertz, place));
}

function fading(on: AudioContext, recipe: Recipe, from: number): GainNode {
  const gain = on.createGain();
  gain.gain.setValueAtTime(0.0001, from);
  gain.gain.exponentialRampToValueAtTime(recipe.loud, from + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, from + recipe.seconds);
  gain.connect(on.destination);
  return gain;
}

function tone(on: AudioContext, recipe: Recipe, hertz: number, place: number): void {
  const from = on.currentTime + place * recipe.seconds * 0.7;
  const source = on.createOscillator();
  source.type = 'triangle';
  source.frequency.value = hertz;
  source.connect(fading(on, recipe, from));
  source.start(from);
  source.stop(from + recipe.seconds);
}

function rustle(on: AudioContext, recipe: Recipe, hertz: number): void {
  const buffer = on.createBuffer(1, Math.ceil(on.sampleRate * recipe.seconds), on.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  const source = on.createBufferSource();
  source.buffer = buffer;
  const filter = on.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = hertz;
  source.connect(filter).connect(fading(on, recipe, on.currentTime));
  source.start();
}
