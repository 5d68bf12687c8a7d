import type { CallOf, endpoints } from '@lianxian/contract';
import { openDatabase } from '../../../../server/src/platform/db/index.ts';
import { openLog } from '../../../../server/src/platform/log.ts';
import { createOwner } from '../../../../server/src/rooms/accounts/index.ts';
import type { DirectDatabase } from '../../prove/database.ts';

/** A number library by hand, and every filter of its page beside the condition that somebody would write for it. */
export interface Ground {
  readonly merchant: string;
  /** Who looks. */
  readonly me: string;
  readonly second: string;
}

const PORTION = 50_000;
/** Of the second merchant, of those of the first. */
const BESIDE = 0.2;
const STEP_S = 17;

const regions = `array['110105','120101','310115','440305','440106','510107','330106','320102','370102','410105','420106','430102',
  '130102','350203','500103','340104','610113','210202','360102','450103','530102','520102','140105','220102','230102','620102',
  '150102','460105','640104','630102','540102']`;

/**
 * In the order in which they were added; when they were last called has nothing to do with it. A quarter nobody called yet, a
 * third are nobody's, ten people have the others.
 */
const portion = (merchant: string, from: number, until: number): string => `
  insert into customer (merchant_id, phone, name, company, tags, city, region, operator, parameter1, parameter2, parameter4, parameter5,
    parameter14, cate_type, owner_id, task_id, created_at, calls, answered, last_call_id, last_call_at, last_level, last_answered, next_at)
  select ${merchant}, (13000000000 + n * 997)::text,
    substr('王李张刘陈杨黄赵周吴徐孙马朱胡郭何高林罗', n % 20 + 1, 1) || substr('伟芳娜敏静丽强磊军洋', n / 20 % 10 + 1, 1)
      || substr('明华杰涛超霞平刚桂英', n / 200 % 10 + 1, 1),
    case when n % 3 = 0 then (array['深圳','上海','成都','杭州','南京'])[n % 5 + 1] || (array['云海','星河','长风','白鹿','青木','远山','金石'])[n % 7 + 1]
      || (n % 4000)::text || (array['科技','贸易','教育'])[n % 4 % 3 + 1] || '有限公司' else '' end,
    case when n % 1000 = 0 then array['贵宾','高意向'] when n % 10 = 0 then array['高意向'] else '{}' end, '',
    (${regions})[(n::bigint * 7919 % 31)::int + 1], (array['移动','联通','电信','移动','移动','virtual','other'])[n % 7 + 1],
    case when n % 2 = 0 then '来源' || n % 50 else '' end, case when n % 20 = 0 then '备注' || n % 999 else '' end,
    case when n % 2 = 0 then n % 1000 end, case when n % 20 = 0 then n / 20 % 5000 end, case when n % 5 = 0 then '渠道' || n % 9 else '' end,
    (array[-1,0,1,1,1,2,3,4,9])[n % 9 + 1], case when n % 9 = 0 or n % 3 = 1 then null else 1000 + n % 10 end,
    case when n % 2 = 0 then 1 + n / 2 % 40 end, now() - (n::bigint * ${STEP_S} + 1) * interval '1 s',
    case when n % 4 = 0 then 0 else 1 + n % 3 end, (n % 4 = 1)::int, case when n % 4 <> 0 then n end,
    case when n % 4 <> 0 then now() - ((n::bigint * 7919) % 10000000 * 1.7 + 1) * interval '1 s' end,
    case when n % 4 in (1, 2) then substr('ABCDEF', n % 6 + 1, 1) end, n % 4 = 1,
    case when n % 25 = 0 then date_trunc('day', now()) + (n / 25 % 2000 - 200) * interval '1 hour' end
  from generate_series(${from}, ${until - 1}) n`;

const secondOf = async (direct: DirectDatabase): Promise<string> => {
  const database = openDatabase(await direct.url(), openLog('silent', 'bench'), { statementLimitMs: 0 });
  const names = { merchantNumber: '200001', merchantName: '第二家', name: '老板', demo: false };
  const made = await createOwner(database.db, { account: 'owner', password: 'a-long-secret', ...names });
  await database.close();
  return made.merchantId;
};

/** Indexes are built when all are there. One who looks has a tenth of those that people have. */
export const fillLibrary = async (direct: DirectDatabase, customers: number): Promise<Ground> => {
  const [demo] = await direct.rows<{ merchant: string; me: string }>(
    `select merchant.id as merchant, employee.id as me from merchant join employee on employee.merchant_id = merchant.id
     where merchant.number = '100268' and employee.account = 'demo'`,
  );
  const second = await secondOf(direct);
  const indexes = await direct.rows<{ name: string; made: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made
     from pg_index where indrelid = 'customer'::regclass and not indisprimary`,
  );
  await direct.rows(`delete from customer where merchant_id = ${demo!.merchant}`);
  for (const { name } of indexes) await direct.rows(`drop index ${name}`);
  for (let from = 0; from < customers; from += PORTION) {
    await direct.rows(portion(demo!.merchant, from, Math.min(from + PORTION, customers)));
    const until = Math.min(from + PORTION, customers * BESIDE);
    if (from < until) await direct.rows(portion(second, from, until));
  }
  await direct.rows(
    `update customer set owner_id = ${demo!.me} where merchant_id = ${demo!.merchant} and owner_id = 1005`,
  );
  for (const { made } of indexes) await direct.rows(made);
  await direct.rows(
    `insert into customer_number (merchant_id, phone, customer_id, n)
     select merchant_id, '15' || substr(phone, 3), id, 0 from customer where merchant_id = ${demo!.merchant} and id % 20 = 0`,
  );
  await direct.rows(
    `insert into blacklist (merchant_id, phone) select merchant_id, phone from customer
     where merchant_id = ${demo!.merchant} and id % 100 = 0 on conflict do nothing`,
  );
  for (const table of ['customer', 'customer_number', 'blacklist']) await direct.rows(`vacuum analyze ${table}`);
  return { ...demo!, second };
};

export interface Wanted {
  readonly filter: Partial<CallOf<typeof endpoints.customer.list>>;
  /** On `customer`. */
  readonly where: string;
  readonly order?: string;
}

const dayOf = (ahead: number): string => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
const midnight = (day: string, ahead = 0): string =>
  `(date '${day}' + ${ahead})::timestamp at time zone 'Asia/Shanghai'`;

type Filters = Readonly<Record<string, Wanted>>;

const viewsOf = ({ merchant, me }: Ground): Filters => {
  const barred = `exists (select from blacklist b where b.merchant_id = ${merchant} and b.phone = customer.phone and b.task_id is null
    and (b.expires_at is null or b.expires_at > now()))`;
  return {
    all: { filter: {}, where: 'true' },
    mine: { filter: { view: 'mine' }, where: `owner_id = ${me}` },
    today: {
      filter: { view: 'today', order: 'next' },
      where: `owner_id = ${me} and next_at < ${midnight(dayOf(0), 1)}`,
      order: 'next_at, id',
    },
    pool: { filter: { view: 'pool' }, where: 'owner_id is null' },
    blacklist: { filter: { view: 'blacklist' }, where: barred },
    next: { filter: { order: 'next' }, where: 'next_at is not null', order: 'next_at, id' },
  };
};

const wordsOf = ({ merchant }: Ground): Filters => {
  const further = (is: string) =>
    `id in (select customer_id from customer_number n where n.merchant_id = ${merchant} and ${is})`;
  const said = `own_pairs(merchant_id, name || ' ' || company)`;
  return {
    phone: {
      filter: { phone: '1377' },
      where: `(phone like '1377%' or ${further(`n.phone like '1377%'`)})`,
    },
    wholePhone: {
      filter: { phone: '13049850000' },
      where: `(phone = '13049850000' or ${further(`n.phone = '13049850000'`)})`,
    },
    name: { filter: { name: '王伟' }, where: `name <> '' and name like '王伟%'` },
    company: {
      filter: { company: '青木' },
      where: `${said} @> array['${merchant} 青木'] and lower(company) like '%青木%'`,
    },
    rareCompany: {
      filter: { company: '长风1234科技' },
      where: `${said} @> array['${merchant} 长风','${merchant} 风1','${merchant} 12','${merchant} 23','${merchant} 34','${merchant} 4科','${merchant} 科技']
        and lower(company) like '%长风1234科技%'`,
    },
    q: {
      filter: { q: '静丽明' },
      where: `${said} @> array['${merchant} 静丽','${merchant} 丽明'] and lower(name || ' ' || company) like '%静丽明%'`,
    },
  };
};

const restOf = ({ merchant, me }: Ground): Filters => {
  const [before, after] = [dayOf(-60), dayOf(-20)];
  return {
    types: { filter: { cateTypes: [2, 3] }, where: 'cate_type in (2, 3)' },
    tag: {
      filter: { tags: ['高意向'] },
      where: `own_words(merchant_id, tags) && array['${merchant} 高意向']`,
    },
    rareTag: {
      filter: { tags: ['贵宾'] },
      where: `own_words(merchant_id, tags) && array['${merchant} 贵宾']`,
    },
    owner: { filter: { ownerIds: [me] }, where: `owner_id in (${me})` },
    region: { filter: { regions: ['44'] }, where: `region >= '44' and region < '44~'` },
    operator: { filter: { operators: ['联通', '电信'] }, where: `operator in ('联通', '电信')` },
    called: {
      filter: { calledFrom: before, calledTo: after },
      where: `last_call_at >= ${midnight(before)} and last_call_at < ${midnight(after, 1)}`,
    },
    neverCalled: { filter: { neverCalled: '1' }, where: 'last_call_at is null' },
    levels: { filter: { levels: ['A', 'B'] }, where: `last_level in ('A', 'B')` },
    nextDays: {
      filter: { nextFrom: dayOf(1), nextTo: dayOf(7) },
      where: `next_at >= ${midnight(dayOf(1))} and next_at < ${midnight(dayOf(7), 1)}`,
    },
    task: { filter: { taskId: '7' }, where: 'task_id = 7' },
    figure: {
      filter: { parameters: { parameter4: { from: '100', to: '120' } } },
      where: 'parameter4 between 100 and 120',
    },
    wideFigure: { filter: { parameters: { parameter4: { from: '10' } } }, where: 'parameter4 >= 10' },
    rareFigure: {
      filter: { parameters: { parameter5: { from: '10', to: '11' } } },
      where: 'parameter5 between 10 and 11',
    },
    text: {
      filter: { parameters: { parameter1: { begins: '来源8' } } },
      where: `parameter1 <> '' and parameter1 like '来源8%'`,
    },
  };
};

/** Every filter of the page, alone. */
export const filtersOf = (ground: Ground): Filters => ({ ...viewsOf(ground), ...wordsOf(ground), ...restOf(ground) });

/** Ten that people ask for together; two of them find nobody. */
export const pairs = [
  ['mine', 'types'],
  ['pool', 'region'],
  ['pool', 'neverCalled'],
  ['owner', 'levels'],
  ['region', 'operator'],
  ['task', 'levels'],
  ['tag', 'region'],
  ['name', 'region'],
  ['figure', 'types'],
  ['rareFigure', 'rareTag'],
] as const;

export const bothOf = (one: Wanted, other: Wanted): Wanted => ({
  filter: { ...one.filter, ...other.filter },
  where: `${one.where} and ${other.where}`,
});
