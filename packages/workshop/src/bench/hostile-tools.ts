import { type Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Api } from '../../journeys/house/api.ts';
import type { House } from '../../journeys/house/house.ts';

/** What one tenant, or a stranger, does to the others, for as long as it is let; only to 127.0.0.0/8. */
export interface HostileAction {
  readonly name: string;
  readonly zh: string;
  readonly en: string;
  /** What it did before it was mended, as it was reported. */
  readonly before: { readonly zh: string; readonly en: string };
  /** Who is at it at once: beside so many busy loops the others are measured for comparison. */
  readonly atOnce: number;
  /** Goes on until it is told to stop; how often it did what it does. */
  readonly run: (ground: Hostile, signal: AbortSignal) => Promise<number>;
}

export interface Hostile {
  readonly house: Pick<House, 'url' | 'sipPort'>;
  /** Of the hostile tenant. */
  readonly api: Api;
}

/** Another address than the page's, so that the victim's budget of requests stays its own. */
export const STRANGER = '127.0.9.1';
const REFUSED_REST_MS = 50;

export const together = async (atOnce: number, signal: AbortSignal, once: () => Promise<unknown>): Promise<number> => {
  let done = 0;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await once().then(
        () => (done += 1),
        () => delay(REFUSED_REST_MS),
      );
    }
  };
  await Promise.all(Array.from({ length: atOnce }, run));
  return done;
};

export interface Sent {
  readonly agent: Agent;
  readonly body: Buffer;
  readonly type: string;
}

/** Resolves when it was answered; a connection that was shut on it is an answer too. */
export const post = (house: Hostile['house'], path: string, { agent, body, type }: Sent): Promise<void> =>
  new Promise(resolve => {
    const headers = { 'content-type': type, 'content-length': body.length };
    const sent = request(`${house.url}/api/front/${path}`, { method: 'POST', agent, headers }, answer => {
      answer.resume();
      answer.on('close', resolve);
    });
    sent.on('error', () => resolve());
    sent.end(body);
  });
