/**
 * `npm run prove [parts…] [--seed N] [--kills N] [--minutes N] [--at N] [--calls N] [--attempts N]`: the long proof that nobody is called twice and nothing is lost.
 * *numbers*: 300 numbers at 30, then 2,000 at 100, every outcome by the hand-written table. *points*: each named crash
 * point × each process. *random*: 100 kills by the dice, seed printed. *soak*: an hour (`--minutes`) at 200 calls (`--at`).
 * *crash*: what is done once (what leaves, what is asked for, lists, series, rules after a call, messages) × their commits,
 * full disks (as root), the database killed under imports, exports and pages. *silent*: a database that says nothing. *paused*: two nodes, one of them stands still. *retention*: old data of 1.3 M calls
 * goes (`--calls`). *town*: willing practice callees of plans that nobody prepared for. *race*: two nodes dial for the same
 * lists (`--attempts`), killed by the dice, their clock and the database's moved together and apart. *sheets*: of LibreOffice and openpyxl, read and written.
 * *seats*: a seat's browser sleeps, moves to another port and address, sits behind a symmetric translation, processes are killed under it,
 * and robots hand over to seats (`--minutes`). All parts without a name. Writes docs/figures; ends non-zero on a violation.
 */
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureSoak } from '../bench/engine/soak.ts';
import { type Sample, saveFigure } from '../bench/figures.ts';
import { type Crash, crash } from './crash.ts';
import { openDialplan } from './dialplan.ts';
import { openGround } from './ground.ts';
import { type Judgement, judge } from './judge.ts';
import { runNumbers } from './numbers.ts';
import { runOnce } from './once/run.ts';
import { runPaused } from './paused.ts';
import { points } from './points.ts';
import { runRace } from './racing.ts';
import { DEATHS_A_HOUSE, runRandom } from './random.ts';
import { runRetention } from './retention.ts';
import { runSeats } from './seats/run.ts';
import { runSheets } from './sheets.ts';
import { runSilent } from './silent.ts';
import { CALLEES, LEAST_FOREIGN, LEAST_REACHED, runTown } from './town.ts';
import { hearingTable, plansTable } from './town-table.ts';
import { victims } from './victims.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    kills: { type: 'string', default: '100' },
    minutes: { type: 'string', default: '60' },
    at: { type: 'string', default: '200' },
    calls: { type: 'string', default: '1300000' },
    attempts: { type: 'string', default: '100000' },
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
      const dialplan = openDialplan();
      const crashes: Crash[] = [];
      for (const { victim, cut } of deaths) {
        const died = await crash(ground, dialplan, { point, victim, cut });
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

const proveCrash = async (): Promise<void> => {
  const { deaths, restart, isFullProved, violations: found } = await runOnce(cacheDir, say);
  say(
    `${deaths.length} deaths; full disks ${isFullProved ? 'proved' : 'left out: it takes root'}; database killed: pages back after ${Math.max(...restart.backMs)} ms at most, batch tasks go on after ${Math.max(...restart.onMs)} ms, ${restart.acknowledged} to-dos acknowledged`,
  );
  tell(found);
  const samples = [
    one(
      `${deaths.length} 次在提交处杀进程、磁盘写满、杀数据库：违例`,
      `${deaths.length} kills at commits, full disks, a killed database: violations`,
      '',
      found.length,
    ),
    one(
      '杀数据库到各页面又有回答（至多 10,000）',
      'database killed, until each page answered (at most 10,000)',
      'ms',
      restart.backMs,
    ),
    one('到各批量任务又往前走', 'until each batch task went on', 'ms', restart.onMs),
  ];
  if (isFullProved) saveFigure('prove-crash', command, samples, { deaths, restart });
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

/** Of calls that a willing far end would have taken. */
const MOST_FAILED = 0.001;
/** Over the last three quarters of the run. */
const MOST_GROWN = 0.02;

const proveSoak = async (): Promise<void> => {
  const [minutes, at] = [Number(values.minutes), Number(values.at)];
  say(`${minutes} minutes at ${at} calls …`);
  const run = await measureSoak(at, minutes);
  const percent = (share: number) => `${(100 * share).toFixed(2)} %`;
  say(
    `${run.ended} calls, ${run.failed} failed; memory ${run.kibPerMinute.toFixed(0)} KiB a minute, descriptors ${run.descriptorsPerMinute.toFixed(2)} a minute; over the last three quarters memory ${percent(run.memoryGrown)}, descriptors ${percent(run.descriptorsGrown)}`,
  );
  if (run.failed > MOST_FAILED * run.ended) tell([`${run.failed} of ${run.ended} calls failed`]);
  if (run.memoryGrown > MOST_GROWN) tell([`memory grew by ${percent(run.memoryGrown)}`]);
  if (run.descriptorsGrown > MOST_GROWN) tell([`descriptors grew by ${percent(run.descriptorsGrown)}`]);
  const samples = [
    one(`${minutes} 分钟 ${at} 通：通话`, `${minutes} minutes at ${at} calls: calls`, '', run.ended),
    one('其中失败', 'of them failed', '', run.failed),
    one(
      '内存在后四分之三时间里增长（至多 2）',
      'memory grows over the last three quarters (at most 2)',
      '%',
      100 * run.memoryGrown,
      2,
    ),
    one(
      '描述符在后四分之三时间里增长（至多 2）',
      'descriptors grow over the last three quarters (at most 2)',
      '%',
      100 * run.descriptorsGrown,
      2,
    ),
  ];
  saveFigure('prove-soak', command, samples, run);
};

const proveSilent = async (): Promise<void> => {
  say('a database that says nothing …');
  const run = await runSilent(cacheDir);
  const latest = Math.max(...run.journalMs);
  say(
    `${run.attempts} attempts, ${run.callIds} calls on the wire; all listened again after ${run.listenMs} ms; ${run.journalMs.length} endings in the silence, in the journal after ${latest} ms at most; ${run.seconds.toFixed(0)} s`,
  );
  tell(run.violations);
  const samples = [
    one('数据库不出声：违例', 'a silent database: violations', '', run.violations.length),
    one(
      '失去的 LISTEN 多久被发现（至多 20,000）',
      'a dead LISTEN is noticed after (at most 20,000)',
      'ms',
      run.listenMs,
    ),
    one(
      '挂断到结局写进日志文件（至多 10,000）',
      'from a hang-up to its ending in the journal (at most 10,000)',
      'ms',
      run.journalMs.length > 0 ? run.journalMs : [0],
    ),
  ];
  saveFigure('prove-silent', command, samples, run);
};

const provePaused = async (): Promise<void> => {
  say('two nodes, one of them stands still …');
  const run = await runPaused(cacheDir);
  say(
    `${run.attempts} attempts, ${run.callIds} calls on the wire; ${run.held} talks of the paused node, ${run.takenForDead} settled by the other one after ${(run.pausedMs / 1_000).toFixed(0)} s, ${run.attempts - run.callIds} more interrupted before they were dialled; ${run.seconds.toFixed(0)} s`,
  );
  tell(run.violations);
  const samples = [
    one('两个节点，其一停住：违例', 'two nodes, one of them paused: violations', '', run.violations.length),
    one('停住的节点的通话，被另一个当作中断', 'talks of the paused node, settled by the other', '', run.takenForDead),
    one('其余中断的：都还没有拨出', 'interrupted besides, before they were dialled', '', run.attempts - run.callIds),
  ];
  saveFigure('prove-paused', command, samples, run);
};

const proveRetention = async (): Promise<void> => {
  const calls = Number(values.calls);
  say(`retention over ${calls} calls …`);
  const run = await runRetention(calls, say);
  say(
    `${run.calls} calls filled in ${run.fillSeconds.toFixed(0)} s; sound and words of ${run.old} went in ${run.seconds.toFixed(1)} s, p99 of a page meanwhile ${run.pageP99Ms.toFixed(1)} ms`,
  );
  tell(run.violations);
  const amount = calls.toLocaleString('en');
  const samples = [
    one(`清理 ${amount} 通里的旧数据：违例`, `old data of ${amount} calls goes: violations`, '', run.violations.length),
    one(
      `其中 ${run.old.toLocaleString('en')} 通的录音和文字清掉，用时`,
      `sound and words of ${run.old.toLocaleString('en')} of them are gone after`,
      's',
      run.seconds,
      1,
    ),
    one('同时翻一页通话记录的 p99', 'p99 of a page of call records meanwhile', 'ms', run.pageP99Ms, 1),
  ];
  saveFigure('prove-retention', command, samples, run);
};

const proveTown = async (): Promise<void> => {
  say(`the town, ${CALLEES} willing callees of each plan …`);
  const run = await runTown(cacheDir);
  say(`${run.callIds} calls on the wire in ${run.seconds.toFixed(0)} s`);
  for (const line of [...plansTable(run.plans), ...hearingTable(run.hearing)]) say(`  ${line}`);
  tell(run.violations);
  const { right, missed, wrong } = run.hearing.hearing;
  const turns = right + missed + wrong;
  const samples = [
    one(
      `三个没准备过的行业的话术：各打给 ${CALLEES} 位愿意的练习客户，办成的（至少 ${LEAST_REACHED}）`,
      `plans of three trades nobody prepared for: of ${CALLEES} willing practice callees each, dialled over SIP, came to the goal (at least ${LEAST_REACHED})`,
      '',
      run.plans.map(({ reached }) => reached),
    ),
    one(
      `他们说的话里不含话术任何词的（至少 ${100 * LEAST_FOREIGN}）`,
      `of what they say, holds no word of the plan (at least ${100 * LEAST_FOREIGN})`,
      '%',
      run.plans.map(({ foreign, lines }) => (100 * foreign) / lines),
      1,
    ),
    one(`他们的 ${turns} 句回答里没听懂而反问的`, `of their ${turns} answers, asked back`, '', missed),
    one(`他们的 ${turns} 句回答里听成别的意思的`, `of their ${turns} answers, taken for something else`, '', wrong),
  ];
  saveFigure('prove-town', command, samples, run);
};

const proveSheets = async (): Promise<void> => {
  say('sheets of LibreOffice and openpyxl …');
  const run = await runSheets();
  say(`${run.files} files compared`);
  tell(run.violations);
  const samples = [
    one(
      '与 LibreOffice、openpyxl 互读表格：不符',
      'sheets of LibreOffice and openpyxl, both ways: differ',
      '',
      run.violations.length,
    ),
  ];
  saveFigure('prove-sheets', command, samples, run);
};

const proveSeats = async (): Promise<void> => {
  const run = await runSeats({ cacheDir, minutes: Number(values.minutes), say });
  tell(run.violations);
  saveFigure('prove-seats', command, [...run.samples], run.raw);
};

const proveRace = async (): Promise<void> => {
  const attempts = Number(values.attempts);
  say(`two nodes race for ${attempts} attempts, seed ${seed} …`);
  const run = await runRace(seed, attempts, say);
  say(
    `${run.attempts} attempts, ${run.left} left, ${run.interrupted} broken off; ${run.kills} nodes killed, ${run.stops} stopped, ${run.databaseKills} databases killed; ${run.moves} moves of clocks over ${run.days} days${run.movesDatabase ? '' : ' (of the house alone: libfaketime is not there)'}; ${run.seconds.toFixed(0)} s`,
  );
  tell(run.violations);
  const amount = run.attempts.toLocaleString('en');
  const samples = [
    one(
      `两个节点抢拨 ${amount} 次，随机杀进程、拨时钟：重拨、超次数、出时段、拨名单里的号码`,
      `two nodes race for ${amount} attempts, killed at random, clocks moved: numbers dialled twice, beyond caps, out of hours, on a list`,
      '',
      run.violations.length,
    ),
    one('杀掉的节点进程', 'processes of nodes that were killed', '', run.kills),
    one('拨动时钟的次数', 'moves of clocks', '', run.moves),
  ];
  if (values.attempts === '100000') saveFigure('prove-race', command, samples, run, seed);
};

/** A figure has a value, also where nothing was open. */
const atLeastOne = (runs: readonly Judgement[]): readonly number[] => {
  const all = runs.flatMap(({ byeAfterMs }) => byeAfterMs);
  return all.length > 0 ? all : [0];
};

try {
  if (isWanted('numbers')) await proveNumbers();
  if (isWanted('points')) await provePoints();
  if (isWanted('crash')) await proveCrash();
  if (isWanted('random')) await proveRandom();
  if (isWanted('silent')) await proveSilent();
  if (isWanted('paused')) await provePaused();
  if (isWanted('retention')) await proveRetention();
  if (isWanted('town')) await proveTown();
  if (isWanted('race')) await proveRace();
  if (isWanted('sheets')) await proveSheets();
  if (isWanted('seats')) await proveSeats();
  if (isWanted('soak')) await proveSoak();
} finally {
  await rm(cacheDir, { recursive: true, force: true });
}
say(violations === 0 ? 'proved' : `${violations} violations`);
process.exit(violations === 0 ? 0 : 1);
