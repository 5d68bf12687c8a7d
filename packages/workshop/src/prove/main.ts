/**
 * `npm run prove [parts…] [--seed N] [--kills N] [--minutes N]`: the long proof that nobody is called twice and nothing is lost.
 * *numbers*: 300 numbers at 30, then 2,000 at 100, every outcome by the hand-written table. *points*: each named crash
 * point × each process. *random*: 100 kills by the dice, seed printed. *soak*: an hour at 200 calls (`--minutes`). All
 * parts without a name. Writes docs/figures; ends non-zero on a violation.
 */
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureSoak } from '../bench/engine/soak.ts';
import { type Sample, saveFigure } from '../bench/figures.ts';
import { type Crash, crash } from './crash.ts';
import { openGround } from './ground.ts';
import { type Judgement, judge } from './judge.ts';
import { runNumbers } from './numbers.ts';
import { points } from './points.ts';
import { DEATHS_A_HOUSE, runRandom } from './random.ts';
import { openStreet } from './town.ts';
import { victims } from './victims.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    kills: { type: 'string', default: '100' },
    minutes: { type: 'string', default: '60' },
  },
});
const isWanted = (part: string): boolean => positionals.length === 0 || positionals.includes(part);
const seed = Number(values.seed ?? randomInt(1, 1_000_000));
const command = ['npm run prove', ...(process.argv.length > 2 ? ['--', ...process.argv.slice(2)] : [])].join(' ');
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const cacheDir = await mkdtemp(join(tmpdir(), 'lianxian-prove-'));
let violations = 0;

const tell = (found: readonly string[]): void => {
  violations += found.length;
  for (const each of found) say(`  ✗ ${each}`);
};
const one = (zh: string, en: string, unit: string, value: number | readonly number[], digits = 0): Sample => ({
  zh,
  en,
  unit,
  digits,
  values: typeof value === 'number' ? [value] : [...value],
});
const sum = (runs: readonly Judgement[], of: (run: Judgement) => number): number =>
  runs.reduce((total, run) => total + of(run), 0);

const proveNumbers = async (): Promise<void> => {
  const runs = [];
  for (const [count, atOnce] of [
    [300, 30],
    [2_000, 100],
  ] as const) {
    say(`${count} numbers at ${atOnce} …`);
    const run = await runNumbers(count, atOnce, cacheDir);
    say(`${count} numbers at ${atOnce}: ${run.callIds} calls on the wire in ${run.seconds.toFixed(0)} s`);
    tell(run.violations);
    runs.push(run);
  }
  const samples = runs.flatMap(run => [
    one(
      `${run.numbers} 个号码，并发 ${run.atOnce}：结果与手写表不符的号码`,
      `${run.numbers} numbers at ${run.atOnce}: against the hand-written table`,
      '',
      run.violations.length,
    ),
    one(
      `${run.numbers} 个号码，并发 ${run.atOnce}：用时`,
      `${run.numbers} numbers at ${run.atOnce}: took`,
      's',
      run.seconds,
    ),
  ]);
  saveFigure('prove-numbers', command, samples, runs);
};

/**
 * Each process; the two that ask the database for something at a gate a second time with their connection left open, so
 * that the database still does what a dead process had asked for.
 */
const deaths = [
  ...victims.map(victim => ({ victim, cut: true })),
  { victim: 'calls', cut: false },
  { victim: 'jobs', cut: false },
] as const;

/** One house a point: it dies as often as there are processes. */
const provePoints = async (): Promise<void> => {
  const runs: (Judgement & { readonly point: string })[] = [];
  for (const point of points) {
    const ground = await openGround({ cacheDir });
    try {
      const street = openStreet();
      const crashes: Crash[] = [];
      for (const { victim, cut } of deaths) {
        const died = await crash(ground, street, point, victim, cut);
        say(`${point.name} × ${victim}${cut ? '' : ', uncut'}: hit, back after ${died.backAt - died.killedAt} ms`);
        crashes.push(died);
      }
      const judgement = await judge(
        ground,
        crashes.map(({ task }) => task.id),
        crashes,
      );
      tell(judgement.violations);
      runs.push({ point: point.name, ...judgement });
    } finally {
      await ground.close();
    }
  }
  const samples = [
    one(
      '崩溃点 × 进程：违例',
      'crash points × processes: violations',
      '',
      sum(runs, run => run.violations.length),
    ),
    one('重启到 BYE（至多 5000）', 'from the restart to the BYE (at most 5000)', 'ms', atLeastOne(runs)),
  ];
  saveFigure('prove-points', command, samples, runs);
};

const proveRandom = async (): Promise<void> => {
  const kills = Number(values.kills);
  say(`${kills} random deaths, seed ${seed}`);
  const runs = [];
  for (let left = kills, house = 0; left > 0; left -= DEATHS_A_HOUSE, house += 1) {
    const run = await runRandom(seed + house, Math.min(left, DEATHS_A_HOUSE), cacheDir, say);
    say(
      `seed ${seed + house}: ${run.numbers} numbers, ${run.attempts} attempts, ${run.callIds} calls on the wire, ${run.interrupted} interrupted, ${run.seconds.toFixed(0)} s`,
    );
    tell(run.violations);
    runs.push(run);
  }
  const samples = [
    one(
      `${kills} 次随机杀进程：违例`,
      `${kills} random kills: violations`,
      '',
      sum(runs, run => run.violations.length),
    ),
    one(
      `${kills} 次随机杀进程：号码`,
      `${kills} random kills: numbers`,
      '',
      sum(runs, run => run.numbers),
    ),
    one(
      `${kills} 次随机杀进程：线上呼叫`,
      `${kills} random kills: calls on the wire`,
      '',
      sum(runs, run => run.callIds),
    ),
    one('重启到 BYE（至多 5000）', 'from the restart to the BYE (at most 5000)', 'ms', atLeastOne(runs)),
  ];
  saveFigure('prove-random', command, samples, runs, seed);
};

const SOAK_CALLS = 200;
/** Issue of the engine: of calls that a willing far end would have taken. */
const MOST_FAILED = 0.001;

const proveSoak = async (): Promise<void> => {
  const minutes = Number(values.minutes);
  say(`${minutes} minutes at ${SOAK_CALLS} calls …`);
  const run = await measureSoak(SOAK_CALLS, minutes);
  say(
    `${run.ended} calls, ${run.failed} failed; memory ${run.kibPerMinute.toFixed(0)} KiB a minute, descriptors ${run.descriptorsPerMinute.toFixed(2)} a minute`,
  );
  if (run.failed > MOST_FAILED * run.ended) tell([`${run.failed} of ${run.ended} calls failed`]);
  const samples = [
    one(`${minutes} 分钟 ${SOAK_CALLS} 通：通话`, `${minutes} minutes at ${SOAK_CALLS} calls: calls`, '', run.ended),
    one('其中失败', 'of them failed', '', run.failed),
    one('内存每分钟增长', 'memory grows a minute', 'KiB', run.kibPerMinute),
    one('描述符每分钟增长', 'descriptors grow a minute', '', run.descriptorsPerMinute, 2),
  ];
  saveFigure('prove-soak', command, samples, run);
};

/** A figure has a value, also where nothing was open. */
const atLeastOne = (runs: readonly Judgement[]): readonly number[] => {
  const all = runs.flatMap(({ byeAfterMs }) => byeAfterMs);
  return all.length > 0 ? all : [0];
};

try {
  if (isWanted('numbers')) await proveNumbers();
  if (isWanted('points')) await provePoints();
  if (isWanted('random')) await proveRandom();
  if (isWanted('soak')) await proveSoak();
} finally {
  await rm(cacheDir, { recursive: true, force: true });
}
say(violations === 0 ? 'proved' : `${violations} violations`);
process.exit(violations === 0 ? 0 : 1);
