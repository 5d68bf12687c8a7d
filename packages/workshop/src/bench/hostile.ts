import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@lianxian/contract';
import { z } from 'zod';
import { openDatabase } from '../../../server/src/platform/db/index.ts';
import { openLog } from '../../../server/src/platform/log.ts';
import { createOwner } from '../../../server/src/rooms/accounts/index.ts';
import { type Api, apiWith, until } from '../../journeys/house/api.ts';
import { type DirectDatabase, openDirect } from '../prove/database.ts';
import { stolenSeconds } from './cpu.ts';
import type { Sample } from './figures.ts';
import { actions } from './hostile-actions.ts';
import type { HostileAction } from './hostile-tools.ts';
import { askFarEnd, type BenchHouse, keepCalls, openBenchHouse, RAMP_LIMIT_MS, WARM_MS } from './house-calls.ts';

/**
 * What one merchant feels of another, or of a stranger, at its worst: the p99 of a page of its call records and the largest
 * gap in the sound of its calls, beside the same with as many plain busy loops instead. The hostile one has nothing to do with it.
 */
interface Felt {
  readonly p99Ms: number;
  readonly worstMs: number;
  readonly pages: number;
  readonly failed: number;
  readonly gapP99Ms: number;
  readonly largestGapMs: number;
}

interface HostileFigure {
  readonly action: string;
  readonly times: number;
  readonly beside: Felt;
  readonly meanwhile: Felt;
  readonly stolenSeconds: number;
}

const CALLS = 3;
/** Some eight a second: below what one person may ask of a list that is searched. */
const PAGE_EVERY_MS = 110;
const TURNS = 5;
/** After an action is stopped: what it sent and left under way is worked off, and is not felt beside the loops. */
const REST_MS = 3_000;

/** What was felt in all windows of one kind. */
interface Windows {
  readonly took: number[];
  readonly gaps: { readonly p99Ms: number; readonly worstMs: number }[];
  failed: number;
}

const feel = async ({ far, api }: BenchHouse, windows: Windows, seconds: number): Promise<void> => {
  await askFarEnd(far, true);
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end) {
    const since = performance.now();
    await api.call(endpoints.call.list, { limit: 50 }).then(
      () => windows.took.push(performance.now() - since),
      () => {
        windows.failed += 1;
        // Whoever gets no page waits for ever.
        windows.took.push(Number.POSITIVE_INFINITY);
      },
    );
    await delay(PAGE_EVERY_MS);
  }
  windows.gaps.push((await askFarEnd(far)).gaps);
};

const feltOf = ({ took, gaps, failed }: Windows): Felt => {
  const sorted = took.toSorted((a, b) => a - b);
  return {
    p99Ms: sorted[Math.floor(0.99 * sorted.length)] ?? 0,
    worstMs: sorted.at(-1) ?? 0,
    pages: took.length,
    failed,
    gapP99Ms: Math.max(...gaps.map(({ p99Ms }) => p99Ms)),
    largestGapMs: Math.max(...gaps.map(({ worstMs }) => worstMs)),
  };
};

const signal = (all: readonly ChildProcess[], name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void => {
  for (const child of all) child.kill(name);
};

/** A merchant of its own and a session of its owner. */
const signInHostile = async ({ house }: BenchHouse, direct: DirectDatabase): Promise<Api> => {
  const database = openDatabase(await direct.url(), openLog('silent', 'bench'));
  const owner = { account: 'hostile', password: randomBytes(12).toString('hex'), name: '测试', demo: false };
  const made = await createOwner(database.db, { ...owner, merchantNumber: '200009', merchantName: '乙商户' });
  await database.close();
  const token = randomBytes(32).toString('base64url');
  await direct.rows(
    `insert into session (token_hash, merchant_id, employee_id, created_at, expires_at, seen_at)
     values (sha256($1::bytea), $2, $3, now(), now() + interval '1 day', now())`,
    [token, made.merchantId, made.employeeId],
  );
  return apiWith(house, token);
};

const doer = ({ house: { url, sipPort } }: BenchHouse, hostile: Api, action: HostileAction) => {
  const program = fileURLToPath(new URL('./hostile-process.ts', import.meta.url));
  const child = fork(program, [action.name, url, `${sipPort}`, hostile.token]);
  const told = once(child, 'message');
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${action.name} ended with ${code}`)));
  ended.catch(() => undefined);
  return {
    child,
    stop: async (): Promise<number> => {
      child.send('stop');
      const [message] = await Promise.race([told, ended]);
      return z.object({ times: z.number() }).parse(message).times;
    },
  };
};

/** In turns, so that what else the machine does falls on both. */
const suffer = async (
  bench: BenchHouse,
  hostile: Api,
  action: HostileAction,
  seconds: number,
): Promise<HostileFigure> => {
  const stolen = stolenSeconds();
  const [beside, meanwhile]: [Windows, Windows] = [
    { took: [], gaps: [], failed: 0 },
    { took: [], gaps: [], failed: 0 },
  ];
  const loop = fileURLToPath(new URL('./busy-loop.ts', import.meta.url));
  const loops = Array.from({ length: action.atOnce }, () => fork(loop));
  const { child, stop } = doer(bench, hostile, action);
  try {
    // A process begins with work of its own.
    await delay(WARM_MS);
    for (let turn = 0; turn < TURNS; turn += 1) {
      signal([child], 'SIGSTOP');
      await delay(REST_MS);
      signal(loops, 'SIGCONT');
      await feel(bench, beside, seconds / TURNS);
      signal(loops, 'SIGSTOP');
      signal([child], 'SIGCONT');
      await feel(bench, meanwhile, seconds / TURNS);
    }
    signal(loops, 'SIGKILL');
    const times = await stop();
    await delay(REST_MS);
    const felt = { beside: feltOf(beside), meanwhile: feltOf(meanwhile) };
    return { action: action.name, times, ...felt, stolenSeconds: stolenSeconds() - stolen };
  } finally {
    signal([...loops, child], 'SIGKILL');
  }
};

/** @param seconds of each action, and of the loops before it. */
export const measureHostile = async (rounds: number, seconds: number): Promise<readonly HostileFigure[]> => {
  const bench = await openBenchHouse();
  const direct = await openDirect(bench.house.dataDir);
  try {
    const hostile = await signInHostile(bench, direct);
    const kept = keepCalls(bench.api, bench.far, CALLS, bench.ids);
    await until(`${CALLS} live calls`, RAMP_LIMIT_MS, () => (kept.live() >= CALLS ? true : null));
    await delay(WARM_MS);
    const all: HostileFigure[] = [];
    for (let round = 1; round <= rounds; round += 1)
      for (const action of actions) {
        const figure = await suffer(bench, hostile, action, seconds);
        process.stdout.write(`round ${round}, ${told(figure)}\n`);
        all.push(figure);
      }
    await kept.stop();
    return all;
  } finally {
    await direct.close();
    await bench.stop();
  }
};

const told = ({ action, times, beside, meanwhile, stolenSeconds: stolen }: HostileFigure): string => {
  const of = (felt: Felt) =>
    `p99 ${felt.p99Ms.toFixed(1)} ms (${felt.pages} pages, ${felt.failed} failed, worst ${felt.worstMs.toFixed(0)}), largest gap ${felt.largestGapMs.toFixed(1)} ms (p99 ${felt.gapP99Ms.toFixed(1)})`;
  return `${action} (${times} times): ${of(meanwhile)}; beside loops: ${of(beside)}; stolen ${stolen.toFixed(2)} s`;
};

/** How much more than beside as many busy loops another merchant may feel. */
const MOST_RATIO = 2;

/** A sentence for each action that is felt more than it may be. */
export const feltTooMuch = (all: readonly HostileFigure[]): readonly string[] =>
  all.flatMap(({ action, meanwhile, beside }) =>
    [
      ['p99 of a page', meanwhile.p99Ms / beside.p99Ms] as const,
      ['largest gap in sound', meanwhile.largestGapMs / beside.largestGapMs] as const,
    ]
      .filter(([, ratio]) => !(ratio <= MOST_RATIO))
      .map(([what, ratio]) => `${action}: ${what} ${ratio.toFixed(2)} times that beside busy loops`),
  );

export const hostileSamples = (all: readonly HostileFigure[]): readonly Sample[] =>
  actions.flatMap(({ name, zh, en, before, atOnce }): Sample[] => {
    const of = all.filter(figure => figure.action === name);
    return [
      {
        zh: `${zh}：另一商户翻页的 p99，是旁边有 ${atOnce} 个空转循环时的（至多 ${MOST_RATIO}；改之前${before.zh}）`,
        en: `${en}: another merchant's p99 of a page, of that beside ${atOnce} busy loops (at most ${MOST_RATIO}; before: ${before.en})`,
        unit: '×',
        digits: 2,
        values: of.map(({ meanwhile, beside }) => meanwhile.p99Ms / beside.p99Ms),
      },
      {
        zh: `${zh}：声音最大的间隔，是旁边有 ${atOnce} 个空转循环时的（至多 ${MOST_RATIO}）`,
        en: `${en}: the largest gap in its sound, of that beside ${atOnce} busy loops (at most ${MOST_RATIO})`,
        unit: '×',
        digits: 2,
        values: of.map(({ meanwhile, beside }) => meanwhile.largestGapMs / beside.largestGapMs),
      },
    ];
  });
