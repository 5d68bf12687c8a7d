import { setTimeout as delay } from 'node:timers/promises';
import { familyOf, findBelow } from '../../../journeys/house/processes.ts';
import { beginTalk, endTalk, goesOn, openSeatGround } from './ground.ts';
import { type Gap, gapOf, judgeGap } from './heard.ts';

/** A computer that sleeps in mid-call, as SIGSTOP of the whole browser: what the callee heard, and what became of the call. */
interface AsleepRun {
  readonly violations: readonly string[];
  readonly gap: Gap;
  /** Of the seat: one more where its page was brought back. */
  readonly legs: number;
}

const ASLEEP_MS = 20_000;

const browserPids = async (): Promise<readonly number[]> => {
  const root = await findBelow(process.pid, 'chrom');
  if (root === null) throw new Error('no Chromium runs below this process');
  return familyOf(root);
};

export const runAsleep = async (): Promise<AsleepRun> => {
  const ground = await openSeatGround();
  try {
    const talk = await beginTalk(ground);
    const pids = await browserPids();
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    const asleepAt = Date.now();
    await delay(ASLEEP_MS);
    const wokeAt = Date.now();
    for (const pid of pids) process.kill(pid, 'SIGCONT');
    const lost = await goesOn(ground, talk);
    const { violations, legs, heard } = await endTalk(ground, talk);
    const gap = gapOf(heard, talk.answeredAt, [asleepAt, wokeAt]);
    return { gap, legs, violations: [...lost, ...violations, ...judgeGap('asleep', gap)] };
  } finally {
    await ground.close();
  }
};
