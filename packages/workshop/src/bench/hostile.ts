import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@lianxian/contract';
import { openDatabase } from '../../../server/src/platform/db/index.ts';
import { openLog } from '../../../server/src/platform/log.ts';
import { createOwner } from '../../../server/src/rooms/accounts/index.ts';
import { type Api, apiWith, until } from '../../journeys/house/api.ts';
import { type Look, openLook } from '../prove/database.ts';
import { stolenSeconds } from './cpu.ts';
import type { Sample } from './figures.ts';
import { type Deed, deeds } from './hostile-deeds.ts';
import { askFarEnd, type BenchHouse, keepCalls, openBenchHouse, RAMP_LIMIT_MS, WARM_MS } from './house-calls.ts';

/**
 * What one tenant feels of another, or of a stranger, at its worst: the p99 of a page of its call records and the largest
 * gap in the sound of its calls, beside as many plain busy loops right before. The hostile tenant is a merchant of its own.
 */
interface Felt {
  readonly p99Ms: number;
  readonly worstMs: number;
  readonly pages: number;
  readonly failed: number;
  readonly gapP99Ms: number;
  readonly largestGapMs: number;
}

export interface HostileFigure {
  readonly deed: string;
  readonly times: number;
  readonly beside: Felt;
  readonly meanwhile: Felt;
  readonly stolenSeconds: number;
}

const CALLS = 3;
const PAGE_EVERY_MS = 50;
/** After the last deed: what it left under way is done. */
const REST_MS = 3_000;

const feel = async ({ far }: BenchHouse, api: Api, seconds: number): Promise<Felt> => {
  await askFarEnd(far, true);
  const took: number[] = [];
  let failed = 0;
  const end = performance.now() + seconds * 1_000;
  for (let next = performance.now(); performance.now() < end; next += PAGE_EVERY_MS) {
    // From when it was due: a page that waits for the one before it waits all the same.
    await api.call(endpoints.call.list, { limit: 50 }).then(
      () => took.push(performance.now() - next),
      () => (failed += 1),
    );
    await delay(Math.max(0, next + PAGE_EVERY_MS - performance.now()));
  }
  const { gaps } = await askFarEnd(far);
  const sorted = took.toSorted((a, b) => a - b);
  return {
    p99Ms: sorted[Math.floor(0.99 * sorted.length)] ?? Number.POSITIVE_INFINITY,
    worstMs: sorted.at(-1) ?? Number.POSITIVE_INFINITY,
    pages: took.length,
    failed,
    gapP99Ms: gaps.p99Ms,
    largestGapMs: gaps.worstMs,
  };
};

const besideLoops = async (loops: number, work: () => Promise<Felt>): Promise<Felt> => {
  const all = Array.from({ length: loops }, () => fork(fileURLToPath(new URL('./busy-loop.ts', import.meta.url))));
  try {
    return await work();
  } finally {
    for (const loop of all) loop.kill('SIGKILL');
  }
};

/** A merchant of its own and a session of its owner. */
const signInHostile = async ({ house }: BenchHouse, look: Look): Promise<Api> => {
  const database = openDatabase(await look.url(), openLog('silent', 'bench'));
  const owner = { account: 'hostile', password: randomBytes(12).toString('hex'), name: '测试', demo: false };
  const made = await createOwner(database.db, { ...owner, merchantNumber: '200009', merchantName: '乙商户' });
  await database.close();
  const token = randomBytes(32).toString('base64url');
  await look.rows(
    `insert into session (token_hash, merchant_id, employee_id, created_at, expires_at, seen_at)
     values (sha256($1::bytea), $2, $3, now(), now() + interval '1 day', now())`,
    [token, made.merchantId, made.employeeId],
  );
  return apiWith(house, token);
};

const suffer = async (bench: BenchHouse, hostile: Api, deed: Deed, seconds: number): Promise<HostileFigure> => {
  const stolen = stolenSeconds();
  const beside = await besideLoops(deed.atOnce, () => feel(bench, bench.api, seconds));
  const stop = new AbortController();
  const doing = deed.run({ house: bench.house, api: hostile }, stop.signal);
  const meanwhile = await feel(bench, bench.api, seconds);
  stop.abort();
  const times = await doing;
  await delay(REST_MS);
  return { deed: deed.name, times, beside, meanwhile, stolenSeconds: stolenSeconds() - stolen };
};

/** @param seconds of each deed, and of the loops before it. */
export const measureHostile = async (rounds: number, seconds: number): Promise<readonly HostileFigure[]> => {
  const bench = await openBenchHouse();
  const look = await openLook(bench.house.dataDir);
  try {
    const hostile = await signInHostile(bench, look);
    const kept = keepCalls(bench.api, bench.far, CALLS, bench.ids);
    await until(`${CALLS} live calls`, RAMP_LIMIT_MS, () => (kept.live() >= CALLS ? true : null));
    await delay(WARM_MS);
    const all: HostileFigure[] = [];
    for (let round = 1; round <= rounds; round += 1)
      for (const deed of deeds) {
        const figure = await suffer(bench, hostile, deed, seconds);
        process.stdout.write(`round ${round}, ${told(figure)}\n`);
        all.push(figure);
      }
    await kept.stop();
    return all;
  } finally {
    await look.close();
    await bench.stop();
  }
};

const told = ({ deed, times, beside, meanwhile, stolenSeconds: stolen }: HostileFigure): string => {
  const of = (felt: Felt) =>
    `p99 ${felt.p99Ms.toFixed(1)} ms (${felt.pages} pages, ${felt.failed} failed, worst ${felt.worstMs.toFixed(0)}), largest gap ${felt.largestGapMs.toFixed(1)} ms (p99 ${felt.gapP99Ms.toFixed(1)})`;
  return `${deed} (${times} times): ${of(meanwhile)}; beside loops: ${of(beside)}; stolen ${stolen.toFixed(2)} s`;
};

export const hostileSamples = (all: readonly HostileFigure[]): readonly Sample[] =>
  deeds.flatMap(({ name, zh, en, atOnce }): Sample[] => {
    const of = all.filter(figure => figure.deed === name);
    return [
      {
        zh: `${zh}：另一商户翻页的 p99，是旁边有 ${atOnce} 个空转循环时的（至多 2）`,
        en: `${en}: another tenant's p99 of a page, of that beside ${atOnce} busy loops (at most 2)`,
        unit: '×',
        digits: 2,
        values: of.map(({ meanwhile, beside }) => meanwhile.p99Ms / beside.p99Ms),
      },
      {
        zh: `${zh}：声音最大的间隔，是旁边有 ${atOnce} 个空转循环时的（至多 2）`,
        en: `${en}: the largest gap in its sound, of that beside ${atOnce} busy loops (at most 2)`,
        unit: '×',
        digits: 2,
        values: of.map(({ meanwhile, beside }) => meanwhile.largestGapMs / beside.largestGapMs),
      },
    ];
  });
