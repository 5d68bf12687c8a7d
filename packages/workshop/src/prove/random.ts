import { type Dice, dice } from '@lianxian/core';
import { draftTask, startTask } from '../../journeys/house/tasks.ts';
import type { Crash } from './crash.ts';
import { keptOf } from './crash.ts';
import { openDialplan } from './dialplan.ts';
import { openGround } from './ground.ts';
import { type Judgement, judge } from './judge.ts';
import { kill, victims } from './victims.ts';

/** A task over which the dice say who dies when. */
interface RandomRun extends Judgement {
  readonly deaths: readonly { readonly victim: string; readonly afterMs: number; readonly backMs: number }[];
  readonly seconds: number;
}

/** A supervisor gives a part up that dies twelve times in a row; so many deaths a house stay below it. */
export const DEATHS_A_HOUSE = 10;
const CHANNELS = 15;
const SOONEST_MS = 200;
const LATEST_MS = 4_000;
const TASK_LIMIT_MS = 300_000;

const sorts = ['不需要', '听一半', '拒接', '占线', '没人接', '语音信箱', '来电助理', '空号'] as const;
const NUMBERS = 80;

export const runRandom = async (
  seed: number,
  deaths: number,
  cacheDir: string,
  say: (line: string) => void,
): Promise<RandomRun> => {
  const throws: Dice = dice(seed);
  const ground = await openGround({ cacheDir });
  const since = performance.now();
  try {
    const numbers = openDialplan().take(...Array.from({ length: NUMBERS }, () => throws.pick(sorts)));
    const id = await draftTask(ground.api, numbers, { name: `seed ${seed}`, channels: CHANNELS, ringTimeoutS: 10 });
    await startTask(ground.api, id);
    const crashes: Crash[] = [];
    const told: RandomRun['deaths'][number][] = [];
    for (let n = 0; n < deaths; n += 1) {
      const afterMs = throws.between(SOONEST_MS, LATEST_MS);
      const victim = throws.pick(victims);
      await new Promise(resolve => setTimeout(resolve, afterMs));
      let kept: Awaited<ReturnType<typeof keptOf>> = { dialogs: [], invites: [] };
      const killed = await kill(ground, victim, async () => {
        if (victim === 'calls') kept = await keptOf(ground);
      });
      crashes.push({
        ...killed,
        ...kept,
        point: `death ${n + 1} of seed ${seed}`,
        task: { id, spare: [], batches: [] },
        numbers,
      });
      told.push({ victim, afterMs, backMs: killed.backAt - killed.killedAt });
      say(`seed ${seed}: ${victim} died after ${afterMs} ms, was back after ${killed.backAt - killed.killedAt} ms`);
    }
    const judgement = await judge(ground, [id], crashes, TASK_LIMIT_MS);
    return { ...judgement, deaths: told, seconds: (performance.now() - since) / 1_000 };
  } finally {
    await ground.close();
  }
};
