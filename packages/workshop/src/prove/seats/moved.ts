import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { until } from '../../../journeys/house/api.ts';
import { hears } from '../../../journeys/house/seat-page.ts';
import { beginTalk, endTalk, goesOn, openSeatGround, TALKER_HZ } from './ground.ts';
import { gapOf, judgeVoice } from './heard.ts';
import { goBy, translateUdp } from './translation.ts';

/**
 * A seat behind address translation that gives its page another port in mid-call, and then another address: the call goes on, in
 * the same leg or in one that took its place.
 */
interface MovedRun {
  readonly violations: readonly string[];
  /** From each change to the seat's voice at the callee. */
  readonly voiceMs: readonly number[];
  readonly legs: number;
}

const DEAF_WITHIN_MS = 5_000;
/** The page's microphone: a second of sound in two and a half. */
const SPEAKS_EVERY_MS = 2_500;
const LOOPBACK = '127.0.0.1';
const changes = [
  ['another port', LOOPBACK],
  ['another address', '127.0.0.2'],
] as const;

export const runMoved = async (): Promise<MovedRun> => {
  let translation: Awaited<ReturnType<typeof translateUdp>> | null = null;
  const prepare = async (page: Page, webRtcPort: number): Promise<void> => {
    translation = await translateUdp({ host: LOOPBACK, port: 0 }, { host: LOOPBACK, port: webRtcPort }, LOOPBACK);
    await page.context().addInitScript(goBy, [webRtcPort, translation.port] as const);
  };
  const ground = await openSeatGround({ prepare });
  try {
    const talk = await beginTalk(ground);
    const found: string[] = [];
    const moments: number[] = [];
    for (const [, host] of changes) {
      await translation!.move(host);
      moments.push(Date.now());
      // What comes over the old way is lost from now on.
      await until(
        'the page to hear nothing',
        DEAF_WITHIN_MS,
        async () => !(await hears(ground.page, TALKER_HZ)) || null,
      );
      found.push(...(await goesOn(ground, talk)));
      await delay(SPEAKS_EVERY_MS);
    }
    const { violations, legs, heard } = await endTalk(ground, talk);
    const gaps = moments.map(at => gapOf(heard, talk.answeredAt, [at, at]).voiceMs);
    found.push(...violations, ...changes.flatMap(([what], n) => judgeVoice(what, gaps[n] ?? null)));
    return { violations: found, voiceMs: gaps.flatMap(ms => (ms === null ? [] : [ms])), legs };
  } finally {
    await ground.close();
    (translation as Awaited<ReturnType<typeof translateUdp>> | null)?.close();
  }
};
