import { setTimeout as delay } from 'node:timers/promises';
import { type CallOf, endpoints } from '@lianxian/contract';
import { type Database, openDatabase } from '../../../server/src/platform/db/index.ts';
import { openLog } from '../../../server/src/platform/log.ts';
import { createOwner } from '../../../server/src/rooms/accounts/index.ts';
import { openTown } from '../../../server/test/task-town.ts';
import { type Api, signIn } from '../../journeys/house/api.ts';
import { startHouse } from '../../journeys/house/house.ts';
import { type DirectDatabase, openDirect } from '../prove/database.ts';
import type { Sample } from './figures.ts';

/**
 * The call log over millions of records of twenty merchants, one of them looked at through the whole house: its first page, one
 * far down, every filter and pair of filters, words that ten, a thousand, half of the calls say; beside a bare page by key.
 */
interface RecordsFigure {
  readonly calls: number;
  readonly own: number;
  readonly fillSeconds: number;
  /** ms each. */
  readonly bare: readonly number[];
  readonly first: readonly number[];
  readonly deep: readonly number[];
  readonly filters: Readonly<Record<string, readonly number[]>>;
  readonly nothing: readonly number[];
  readonly words: Readonly<Record<string, readonly number[]>>;
  readonly indexBytes: number;
  readonly transcriptBytes: number;
  /** ms an insert of a call's words. */
  readonly filing: { readonly without: number; readonly with: number };
}

const MERCHANTS = 20;
const TIMES = 20;
const PAIR_TIMES = 3;
const FILED = 2_000;
/** Calls of each merchant that go in at once. */
const PORTION = 1_000;
/** What one person may ask of lists a minute, shared out evenly. */
const EACH_MS = 60_000 / 560;

type Filter = CallOf<typeof endpoints.call.list>;
const DAY_MS = 86_400_000;
/** Every filter of the list; the ids are those of the ground. */
const filtersOf = ({ task, plan, port, owner }: Ground): Readonly<Record<string, Filter>> => ({
  from: { from: new Date(Date.now() - 12 * DAY_MS).toISOString() },
  to: { to: new Date(Date.now() - 6 * DAY_MS).toISOString() },
  task: { taskId: task },
  source: { source: 'notHand' },
  plan: { planId: plan },
  state: { states: ['busy'] },
  level: { levels: ['A'] },
  phone: { phone: '1377' },
  authority: { namesAuthority: '1' },
  variant: { variant: '1' },
  talkFrom: { talkFromS: '10' },
  talkTo: { talkToS: '30' },
  port: { portId: port },
  owner: { ownerId: owner },
  type: { customerTypes: [1] },
  tag: { tags: ['高意向'] },
  province: { province: '广东' },
  city: { province: '广东', city: '深圳' },
  hungUpBy: { hungUpBys: ['robot'] },
  hours: { hourFrom: '9', hourTo: '12' },
});
const words = { ten: '水星轨道', thousand: '金星大气', half: '贷款利息', none: '海王星环' };

/**
 * The same moments of all merchants, as they call at the same time: a third of a task, the others by hand; state, level and
 * type by turns; the words of each in a line or two. Rows alone: what triggers note beside calls is not of the list.
 */
const portion = (all: readonly Ground[], each: number, from: number): string => `
  begin;
  set local session_replication_role = replica;
  with ground as (select * from jsonb_to_recordset('${JSON.stringify(all)}')
      as ground(merchant bigint, plan bigint, line bigint, port bigint, task bigint, owner bigint)),
    moment as (
      select n, now() - n * interval '20 days' / ${each} as at, (13800000000 + n * 37)::text as phone, n % 3 = 0 as is_tasks
      from generate_series(${from}, ${Math.min(from + PORTION, each) - 1}) n),
    placed as (
      select moment.*, coalesce(place.province, '') as province, coalesce(place.city, '') as city
      from moment left join lateral (select province, city from phone_segment where prefix = any(prefixes_of(phone))
        order by length(prefix) desc limit 1) place on true),
    made as (
      insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, placed_at, ended_at, stage, state,
        fault, because, may_retry, hung_up_by, talk_ms, level, customer_type, tags, port_id, task_id, callee_id, attempt, owner_id,
        placed_by, names_authority, variant, province, city)
      select merchant, plan, 1, '话术', line, '线路', phone, at, at + interval '30 s', 'ended',
        case n % 5 when 0 then 'busy' when 1 then 'noAnswer' else 'answered' end, 'nobody', 'answered', false,
        case n % 3 when 0 then 'robot' else 'callee' end, n % 90 * 1000, case n % 11 when 0 then 'A' when 1 then 'B' else 'F' end,
        case when n % 50 = 0 then 1 end, case when n % 200 = 0 then array['高意向'] else '{}'::text[] end,
        case when n % 7 < 3 then port end, case when is_tasks then task end, case when is_tasks then n end, case when is_tasks then 1 end,
        owner, case when not is_tasks then owner end, n % 500 = 0, case when n % 9 = 0 then n / 9 % 2 end, province, city
      from placed cross join ground order by n desc
      returning id, merchant_id, (phone::bigint - 13800000000) / 37 as n)
  insert into call_transcript (merchant_id, call_id, lines, path, answers, sought)
  select merchant_id, id, jsonb_build_array(
      jsonb_build_object('speaker', 'robot', 'text', '您好，我是客服，' || case when n % 2 = 0 then '想了解贷款利息吗' else '请问方便吗' end),
      jsonb_build_object('speaker', 'callee', 'text', case when n % (${each} / 10) = 0 then '水星轨道'
        when n % greatest(1, ${each} / 1000) = 0 then '金星大气' else '不需要' || n end)),
    '[]', '[]', true from made;
  commit`;

interface Ground {
  readonly merchant: string;
  readonly owner: string;
  readonly plan: string;
  readonly line: string;
  readonly port: string;
  readonly task: string;
}

const groundOf = async (database: Database, merchant: string, owner: string): Promise<Ground> => {
  const own = { id: merchant, number: '', owner: { id: owner, account: '', password: '' } };
  const ground = { url: '', database, merchants: [own, own] as const, close: async () => undefined };
  const town = await openTown(ground, own);
  const { lineId, portId } = await town.line();
  const task = await town.task({ ports: [portId], state: 'draft' });
  return { merchant, owner, plan: town.planId, line: lineId, port: portId, task };
};

/** Grounds of all merchants, the demo merchant's first. */
const grounds = async (direct: DirectDatabase): Promise<readonly Ground[]> => {
  const database = openDatabase(await direct.url(), openLog('silent', 'bench'), { statementLimitMs: 0 });
  try {
    const [demo] = await direct.rows<{ id: string; owner: string }>(
      `select merchant.id, employee.id as owner from merchant join employee on employee.merchant_id = merchant.id
       where merchant.number = '100268' and employee.account = 'demo'`,
    );
    const all = [await groundOf(database, demo!.id, demo!.owner)];
    for (let n = 1; n < MERCHANTS; n += 1) {
      const names = { merchantNumber: String(200_000 + n), merchantName: `商户 ${n}`, name: '老板', demo: false };
      const made = await createOwner(database.db, { account: 'owner', password: 'a-long-secret', ...names });
      all.push(await groundOf(database, made.merchantId, made.employeeId));
    }
    return all;
  } finally {
    await database.close();
  }
};

/** The oldest first, as they come; indexes are built when all are there. */
const fill = async (direct: DirectDatabase, all: readonly Ground[], each: number): Promise<void> => {
  const indexes = await direct.rows<{ name: string; made: string }>(
    `select indexrelid::regclass::text as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as made
     from pg_index where indrelid in ('call'::regclass, 'call_transcript'::regclass) and not indisprimary`,
  );
  for (const { name } of indexes) await direct.rows(`drop index ${name}`);
  for (let from = Math.ceil(each / PORTION) * PORTION - PORTION; from >= 0; from -= PORTION)
    await direct.rows(portion(all, each, from));
  for (const { made } of indexes) await direct.rows(made);
  await direct.rows('vacuum analyze call');
  await direct.rows('vacuum analyze call_transcript');
};

const timed = async (times: number, work: () => Promise<unknown>): Promise<readonly number[]> => {
  const all: number[] = [];
  for (let n = 0; n <= times; n += 1) {
    const start = performance.now();
    await work();
    const took = performance.now() - start;
    // The first one warms what is kept.
    if (n > 0) all.push(took);
    await delay(EACH_MS - took);
  }
  return all;
};

const list = (api: Api, filter: Filter) => api.call(endpoints.call.list, { limit: 20, ...filter });

const timedFilters = async (api: Api, filters: Readonly<Record<string, Filter>>) => {
  const names = Object.keys(filters);
  const all: Record<string, readonly number[]> = {};
  for (const [n, name] of names.entries()) {
    all[name] = await timed(TIMES, () => list(api, filters[name]!));
    for (const other of names.slice(n + 1))
      all[`${name}+${other}`] = await timed(PAIR_TIMES, () => list(api, { ...filters[name], ...filters[other] }));
  }
  return all;
};

/** A call's words go in, one after the other, with the index and without it; the cheaper of two rounds each. */
const timedFiling = async (direct: DirectDatabase) => {
  const insert = async (): Promise<number> => {
    const start = performance.now();
    await direct.rows(
      `do $$ declare c record; begin
         for c in select merchant_id, call_id, lines from call_transcript order by call_id desc limit ${FILED} loop
           insert into bench_filed (merchant_id, call_id, lines, path, answers) values (c.merchant_id, c.call_id, c.lines, '[]', '[]');
         end loop; end $$`,
    );
    await direct.rows('truncate bench_filed');
    return (performance.now() - start) / FILED;
  };
  await direct.rows('create table bench_filed (like call_transcript including all)');
  const indexed = Math.min(await insert(), await insert());
  const made = await direct.rows<{ name: string }>(
    "select indexrelid::regclass::text as name from pg_index where indrelid = 'bench_filed'::regclass and indpred is not null",
  );
  for (const { name } of made) await direct.rows(`drop index ${name}`);
  const plain = Math.min(await insert(), await insert());
  await direct.rows('drop table bench_filed');
  return { without: plain, with: indexed };
};

const sizes = async (direct: DirectDatabase) => {
  const [found] = await direct.rows<{ index: number; table: number }>(
    `select (select sum(pg_relation_size(indexrelid)) from pg_index i join pg_class c on c.oid = i.indexrelid
         join pg_am a on a.oid = c.relam where a.amname = 'gin' and indrelid in (select inhrelid from pg_inherits where inhparent = 'call_transcript'::regclass))::float8 as index,
       (select sum(pg_table_size(inhrelid)) from pg_inherits where inhparent = 'call_transcript'::regclass)::float8 as table`,
  );
  return found!;
};

export const measureRecords = async (calls: number): Promise<RecordsFigure> => {
  const house = await startHouse({ LOG_LEVEL: 'warn' });
  const direct = await openDirect(house.dataDir);
  try {
    const all = await grounds(direct);
    const own = Math.ceil(calls / MERCHANTS);
    const start = performance.now();
    await fill(direct, all, own);
    const fillSeconds = (performance.now() - start) / 1_000;
    const api = await signIn(house);
    const far = await list(api, { page: String(Math.floor(Math.min(own, 10_000) / 20) - 1) });
    const found: Record<string, readonly number[]> = {};
    for (const [how, said] of Object.entries(words)) found[how] = await timed(TIMES, () => list(api, { words: said }));
    const { index, table } = await sizes(direct);
    return {
      ...{ calls, own, fillSeconds, words: found, indexBytes: index, transcriptBytes: table },
      bare: await timed(TIMES, () =>
        direct.rows(
          `select * from call where merchant_id = (select id from merchant where number = '100268') and removed_at is null
           order by listed_at desc, id desc limit 21`,
        ),
      ),
      first: await timed(TIMES, () => list(api, {})),
      deep: await timed(TIMES, () => list(api, { after: far.after ?? undefined })),
      filters: await timedFilters(api, filtersOf(all[0]!)),
      nothing: await timed(TIMES, () => list(api, { states: ['busy'], levels: ['A'], tags: ['没有'] })),
      filing: await timedFiling(direct),
    };
  } finally {
    await direct.close();
    await house.stop();
  }
};

const p95 = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * 0.95) - 1] ?? 0;

const MOST_MS = 30;
const SEARCH_MS = 300;

/** A sentence for each list that takes longer than it may. */
export const recordsTooSlow = ({ first, deep, filters, words: said }: RecordsFigure): readonly string[] => {
  const over = (most: number, lists: Readonly<Record<string, readonly number[]>>) =>
    Object.entries(lists)
      .filter(([, ms]) => !(p95(ms) <= most))
      .map(([name, ms]) => `calls by ${name} take ${p95(ms).toFixed(1)} ms, more than ${most}`);
  return [...over(MOST_MS, { first, deep, ...filters }), ...over(SEARCH_MS, said)];
};

export const recordsSamples = (figure: RecordsFigure): readonly Sample[] => {
  const amount = figure.calls.toLocaleString('en');
  const sample = ([zh, en]: readonly [string, string], unit: string, value: number, digits = 1): Sample => ({
    ...{ zh: `通话记录 ${amount} 条：${zh}`, en: `call log of ${amount} calls: ${en}`, unit, digits },
    values: [value],
  });
  const singles = Object.entries(figure.filters).filter(([name]) => !name.includes('+'));
  const pairs = Object.entries(figure.filters).filter(([name]) => name.includes('+'));
  const worst = (of: readonly (readonly [string, readonly number[]])[]) => Math.max(...of.map(([, ms]) => p95(ms)));
  return [
    sample(['裸的按键翻页 p95', 'a bare page by key, p95'], 'ms', p95(figure.bare)),
    sample(['第一页 p95（至多 30）', 'first page, p95 (at most 30)'], 'ms', p95(figure.first)),
    sample(['第 1 万条处的一页 p95（至多 30）', 'a page ten thousand down, p95 (at most 30)'], 'ms', p95(figure.deep)),
    sample(['最慢的一个筛选 p95（至多 30）', 'the slowest filter, p95 (at most 30)'], 'ms', worst(singles)),
    sample(['最慢的一对筛选 p95（至多 30）', 'the slowest pair of filters, p95 (at most 30)'], 'ms', worst(pairs)),
    sample(['什么都没找到 p95（至多 500）', 'nothing is found, p95 (at most 500)'], 'ms', p95(figure.nothing)),
    ...Object.entries(figure.words).map(([how, ms]) =>
      sample([`搜说过的话 ${how} p95（至多 300）`, `words said by ${how}, p95 (at most 300)`], 'ms', p95(ms)),
    ),
    sample(
      ['搜索索引占文字的', 'index of words, of the bytes of the words'],
      '%',
      (100 * figure.indexBytes) / figure.transcriptBytes,
    ),
    sample(
      ['存一通的话，没有搜索索引', 'the words of a call go in, without an index of words'],
      'ms',
      figure.filing.without,
      3,
    ),
    sample(['存一通的话，有搜索索引', 'the words of a call go in, with it'], 'ms', figure.filing.with, 3),
  ];
};
