import { setTimeout as delay } from 'node:timers/promises';
import { endpoints } from '@lianxian/contract';
import { type Database, openDatabase } from '../../../server/src/platform/db/index.ts';
import { openLog } from '../../../server/src/platform/log.ts';
import { foldJob, recount } from '../../../server/src/rooms/sums/index.ts';
import { type Api, signIn } from '../../journeys/house/api.ts';
import { startHouse } from '../../journeys/house/house.ts';
import { type DirectDatabase, openDirect } from '../prove/database.ts';
import type { Sample } from './figures.ts';

/**
 * The statistics over millions of calls of one merchant in a quarter, through the whole house, beside plain SQL that counts the
 * same of the calls; and what folding a day of a hundred thousand calls takes, beside one GROUP BY over them.
 */
interface StatsFigure {
  readonly calls: number;
  readonly recountSeconds: number;
  /** ms each. */
  readonly pages: Readonly<Record<string, readonly number[]>>;
  readonly plain: Readonly<Record<string, readonly number[]>>;
  readonly folded: number;
  readonly fold: readonly number[];
  readonly groupBy: readonly number[];
}

const DAYS = 92;
const TIMES = 10;
const PLAIN_TIMES = 3;
const FOLD_TIMES = 3;
const PORTION = 100_000;
const DAY_CALLS = 100_000;
/** What one person may ask of lists a minute, shared out evenly. */
const EACH_MS = 300;

/**
 * Forty tasks of ten people, eight days each, five plans of four versions, three lines of two ports, thirty caller numbers, 31
 * provinces; nine hours a day. Rows alone: sums are made of them afterwards. Every twentieth has two answers.
 */
const fill = async (direct: DirectDatabase, calls: number): Promise<void> => {
  for (let from = 0; from < calls; from += PORTION)
    await direct.rows(`
      begin;
      set local session_replication_role = replica;
      with made as (
        insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, caller_number, placed_at,
          dialled_at, ended_at, stage, state, fault, because, may_retry, hung_up_by, talk_ms, turns, level, ended_how, port_id, task_id,
          callee_id, attempt, owner_id, province, cost)
        select m.id, 1 + task % 5, 1 + task % 4, '话术', 1 + n % 3, '线路', (13800000000 + n)::text, '0216000' || n % 30, at, at,
          at + interval '30 s', 'ended', case n % 5 when 0 then 'answered' when 1 then 'answered' when 2 then 'busy' else 'noAnswer' end,
          'nobody', case n % 5 when 2 then 'busy' when 3 then 'noAnswer' else 'answered' end, false, 'callee',
          case when n % 5 < 2 then n % 90 * 1000 else 0 end, n % 7,
          case when n % 5 < 2 then substr('ABCDEF', n % 6 + 1, 1) end, case when n % 10 = 0 then 'planned' end, 1 + n % 6, 1 + task, n, 1,
          1 + task % 10, (array['广东','北京','四川','浙江','江苏','山东','河南','湖北','湖南','河北','福建','上海','重庆','安徽',
            '陕西','辽宁','江西','广西','云南','贵州','山西','天津','吉林','黑龙江','甘肃','内蒙古','海南','宁夏','青海','西藏','新疆'])[n % 31 + 1],
          0.06
        from merchant m, generate_series(${from}, ${Math.min(from + PORTION, calls) - 1}) n
          cross join lateral (select n / ${Math.ceil(calls / DAYS)} as day) d
          cross join lateral (select (d.day / 8 * 5 + n % 5) % 40 as task,
            date_trunc('day', now() at time zone m.zone) at time zone m.zone - (${DAYS} - d.day) * interval '1 day'
              + interval '9 hours' + (n % 32400) * interval '1 second' as at) t
        where m.number = '100268' returning merchant_id, id, owner_id, task_id, plan_id, plan_version, line_id, port_id, placed_at),
      said as (select * from made where id % 20 = 0),
      kept as (
        insert into call_transcript (merchant_id, call_id, lines, path, answers, sought)
        select merchant_id, id, '[]', '[]', jsonb_build_array(
          jsonb_build_object('variable', 'day', 'label', '意向时间', 'value', '周' || id % 7, 'atMs', 1),
          jsonb_build_object('variable', 'n', 'label', '人数', 'value', (id % 9)::text, 'atMs', 2)), true from said)
      insert into answer (merchant_id, call_id, n, question, value, by, placed_at, owner_id, source, task_id, plan_id, plan_version,
        line_id, port_id)
      select merchant_id, id, nth, case nth when 1 then '意向时间' else '人数' end, case nth when 1 then '周' || id % 7 else (id % 9)::text end,
        'robot', placed_at, owner_id, 'task', task_id, plan_id, plan_version, line_id, port_id
      from said cross join generate_series(1, 2) nth;
      commit`);
  for (const table of ['call', 'call_transcript', 'answer']) await direct.rows(`vacuum analyze ${table}`);
};

const span = async (direct: DirectDatabase) => {
  const [days] = await direct.rows<{ from: string; to: string; merchant: string }>(
    `select to_char((now() at time zone zone)::date - ${DAYS}, 'YYYY-MM-DD') as from,
       to_char((now() at time zone zone)::date - 1, 'YYYY-MM-DD') as to, id as merchant from merchant where number = '100268'`,
  );
  return days!;
};

const timed = async (times: number, work: () => Promise<unknown>, eachMs = 0): Promise<readonly number[]> => {
  const all: number[] = [];
  for (let n = 0; n <= times; n += 1) {
    const start = performance.now();
    await work();
    const took = performance.now() - start;
    // The first one warms what is kept.
    if (n > 0) all.push(took);
    await delay(Math.max(0, eachMs - took));
  }
  return all;
};

type Days = Awaited<ReturnType<typeof span>>;

const pagesOf = (api: Api, { from, to }: Days): Readonly<Record<string, () => Promise<unknown>>> => ({
  plans: () => api.call(endpoints.stat.planQuality, { from, to }),
  provinces: () => api.call(endpoints.stat.levels, { from, to, by: 'province' }),
  tasks: () => api.call(endpoints.stat.levels, { from, to, by: 'task' }),
  hours: () => api.call(endpoints.stat.answerHours, { from, to }),
  causes: () => api.call(endpoints.stat.causes, { from, to }),
  callers: () => api.call(endpoints.stat.ports, { from, to, by: 'caller' }),
  answers: () => api.call(endpoints.stat.collection, { from, to, question: '意向时间' }),
});

const figures = `count(*), count(*) filter (where state = 'answered'), count(*) filter (where state = 'answered' and talk_ms >= 10000),
  sum(talk_ms), sum(turns), count(*) filter (where ended_how in ('planned', 'transferred')), count(*) filter (where level = 'A'),
  count(*) filter (where level = 'B'), count(*) filter (where level = 'C'), count(*) filter (where level = 'D'),
  count(*) filter (where level = 'E'), count(*) filter (where level = 'F'), sum(cost)`;

const plainOf = (
  direct: DirectDatabase,
  { merchant, from, to }: Days,
): Readonly<Record<string, () => Promise<unknown>>> => {
  const within = `merchant_id = ${merchant} and stage = 'ended' and removed_at is null
    and placed_at >= '${from}T00:00:00+08' and placed_at < '${to}T00:00:00+08'::timestamptz + interval '1 day'`;
  const by = (keys: string) => () =>
    direct.rows(`select ${keys}, ${figures} from call where ${within} group by ${keys}`);
  const hour = `extract(isodow from placed_at at time zone 'Asia/Shanghai'), extract(hour from placed_at at time zone 'Asia/Shanghai')`;
  return {
    plans: by('plan_id, plan_version'),
    provinces: by('province'),
    tasks: by('task_id'),
    hours: by(hour),
    causes: by('state, because'),
    callers: by('caller_number'),
    answers: () =>
      direct.rows(`select a->>'value', count(*) from call join call_transcript said on said.merchant_id = call.merchant_id
        and said.call_id = call.id cross join jsonb_array_elements(said.answers) a
        where call.${within.replace(' and stage', ' and call.stage')} and a->>'label' = '意向时间' group by 1`),
  };
};

const names = `calls, numbers, seized, answered, heard, talk_ms, turns, completed, missed, level_a, level_b, level_c, level_d, level_e,
  level_f, cost`;
const dims =
  'hour, placed_hour, owner_id, source, task_id, plan_id, plan_version, line_id, port_id, caller_number, province, cause';

/** The last day's calls wait, as when they ended; each time anew. */
const timedFold = async (direct: DirectDatabase, database: Database, { merchant }: Days) => {
  const day = `select s.* from (select call from call where merchant_id = ${merchant} order by placed_at desc limit ${DAY_CALLS}) one
    cross join lateral call_sums((one.call), 1) s`;
  const [fold, groupBy]: [number[], number[]] = [[], []];
  let folded = 0;
  for (let n = 0; n < FOLD_TIMES; n += 1) {
    await direct.rows(
      `insert into call_change (merchant_id, ${dims}, ${names}) select merchant_id, ${dims}, ${names} from (${day}) d`,
    );
    await direct.rows('vacuum analyze call_change');
    [{ n: folded } = { n: 0 }] = await direct.rows<{ n: number }>('select count(*)::int as n from call_change');
    let start = performance.now();
    await foldJob(database.db).fold!({}, new AbortController().signal);
    fold.push(performance.now() - start);
    start = performance.now();
    const sums = names.split(',').map(name => `sum(${name})`);
    await direct.rows(`select merchant_id, ${dims}, ${sums} from (${day}) d group by merchant_id, ${dims}`);
    groupBy.push(performance.now() - start);
  }
  return { folded, fold, groupBy };
};

export const measureStats = async (calls: number): Promise<StatsFigure> => {
  const house = await startHouse({ LOG_LEVEL: 'warn' });
  const direct = await openDirect(house.dataDir);
  const database = openDatabase(await direct.url(), openLog('silent', 'bench'), { statementLimitMs: 0 });
  try {
    await fill(direct, calls);
    const began = performance.now();
    await recount(database.db, new AbortController().signal, () => undefined);
    const recountSeconds = (performance.now() - began) / 1_000;
    for (const table of ['stat_hour', 'stat_day']) await direct.rows(`vacuum analyze ${table}`);
    const [days, api] = [await span(direct), await signIn(house)];
    const [pages, plain]: [Record<string, readonly number[]>, Record<string, readonly number[]>] = [{}, {}];
    const counts = plainOf(direct, days);
    process.stdout.write(`all sums made anew: ${recountSeconds.toFixed(1)} s\n`);
    const fold = await timedFold(direct, database, days);
    for (const [name, page] of Object.entries(pagesOf(api, days))) {
      pages[name] = await timed(TIMES, page, EACH_MS);
      plain[name] = await timed(PLAIN_TIMES, counts[name]!);
      process.stdout.write(
        `${name}: p95 ${p95(pages[name]).toFixed(1)} ms, plain SQL ${median(plain[name]).toFixed(0)} ms\n`,
      );
    }
    return { calls, recountSeconds, pages, plain, ...fold };
  } finally {
    await database.close();
    await direct.close();
    await house.stop();
  }
};

const sorted = (values: readonly number[]) => values.toSorted((one, other) => one - other);
const p95 = (values: readonly number[]): number => sorted(values)[Math.ceil(values.length * 0.95) - 1] ?? 0;
const median = (values: readonly number[]): number => sorted(values)[Math.floor(values.length / 2)] ?? 0;

const MOST_MS = 200;
const LEAST_TIMES = 50;
const MOST_FOLD = 2;

const timesOf = ({ pages, plain }: StatsFigure, name: string): number =>
  median(plain[name] ?? []) / median(pages[name] ?? []);

/** A sentence for each page that takes longer than it may, and for a fold that costs too much. */
export const statsTooSlow = (figure: StatsFigure): readonly string[] => [
  ...Object.entries(figure.pages)
    .filter(([, ms]) => !(p95(ms) <= MOST_MS))
    .map(([name, ms]) => `statistics by ${name} take ${p95(ms).toFixed(0)} ms, more than ${MOST_MS}`),
  ...Object.keys(figure.pages)
    .filter(name => !(timesOf(figure, name) >= LEAST_TIMES))
    .map(
      name =>
        `statistics by ${name} are ${timesOf(figure, name).toFixed(0)} times as fast as plain SQL, not ${LEAST_TIMES}`,
    ),
  ...(median(figure.fold) <= MOST_FOLD * median(figure.groupBy)
    ? []
    : [
        `folding takes ${(median(figure.fold) / median(figure.groupBy)).toFixed(1)} times one GROUP BY, more than ${MOST_FOLD}`,
      ]),
];

export const statsSamples = (figure: StatsFigure): readonly Sample[] => {
  const amount = figure.calls.toLocaleString('en');
  const sample = ([zh, en]: readonly [string, string], unit: string, value: number, digits = 1): Sample => ({
    ...{ zh: `统计 ${amount} 通：${zh}`, en: `statistics of ${amount} calls: ${en}`, unit, digits },
    values: [value],
  });
  return [
    ...Object.entries(figure.pages).flatMap(([name, ms]) => [
      sample([`${name} 一页 p95（至多 200）`, `a page by ${name}, p95 (at most 200)`], 'ms', p95(ms)),
      sample(
        [`${name} 比直接 SQL 快几倍（至少 50）`, `a page by ${name}, so many times as fast as plain SQL (at least 50)`],
        '×',
        timesOf(figure, name),
        0,
      ),
    ]),
    sample(
      ['折叠一天是一次 GROUP BY 的几倍（至多 2）', 'folding a day, of one GROUP BY over it (at most 2)'],
      '×',
      median(figure.fold) / median(figure.groupBy),
      2,
    ),
    sample(['全部重新统计', 'all sums made anew'], 's', figure.recountSeconds),
  ];
};
