/** Asking the server: JSON in and out, and one kind of error with a sentence to show. */
import { offline } from './offline.svelte';
import { say } from '../messages';

export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly sentence: string,
    readonly clause: string,
  ) {
    super(sentence);
  }
}

const unreachable = (): string => say('unreachable');

function token(): string {
  const found = /(?:^|;\s*)(?:__Host-)?croupier-csrf=([^;]+)/.exec(document.cookie);
  return found?.[1] ? decodeURIComponent(found[1]) : '';
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (method !== 'GET') headers['x-csrf-token'] = token();
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refused(0, 'unreachable', unreachable(), '');
  }
  offline.answered(answer);
  const text = await answer.text();
  if (answer.ok) return (text ? JSON.parse(text) : null) as T;
  throw refusal(answer.status, text);
}

function refusal(status: number, text: string): Refused {
  try {
    const told = JSON.parse(text) as { code?: string; sentence?: string; clause?: string };
    if (told.sentence) return new Refused(status, told.code ?? '', told.sentence, told.clause ?? '');
  } catch {
    // Not the house's own words: something between us answered.
  }
  return new Refused(status, 'unreachable', unreachable(), '');
}

export const get = <T>(path: string): Promise<T> => ask<T>('GET', path);
export const post = <T>(path: string, body: unknown = {}): Promise<T> => ask<T>('POST', path, body);
export const patch = <T>(path: string, body: unknown): Promise<T> => ask<T>('PATCH', path, body);
export const remove = <T>(path: string): Promise<T> => ask<T>('DELETE', path);

/** The sentence to show for whatever was thrown. */
export function sentenceOf(thrown: unknown): string {
  return thrown instanceof Refused ? thrown.sentence : unreachable();
}
