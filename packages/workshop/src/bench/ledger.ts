import { setTimeout as delay } from 'node:timers/promises';
import { cpuSecondsOf, pidsBelow } from './cpu.ts';
import type { Sample } from './figures.ts';
import { openPacingGround, type PacingGround, type Running } from './pacing-ground.ts';

/**
 * What the ledger of decisions costs: bytes a row with its indexes, over a million rows as ticks and endings write them, and of the
 * processor time of an attempt (decide, claim, file; everything but the telephone) the part that writing its rows takes.
 */
interface LedgerFigure {
  readonly bytes: number;
  readonly rows: number;
  readonly msPerAttempt: number;
  readonly ledgerMsPerAttempt: number;
}

const ROWS = 1_000_000;
const WARM_MS = 3_000;
const NUMBERS = 10_000;

/** This process and the database's, so far; seconds. */
const cpuOf = async (ground: PacingGround): Promise<number> =>
  [process.pid, ...pidsBelow(await ground.postmaster())].reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);

const countedWhile = async (ground: PacingGround, { placed }: Running, seconds: number) => {
  while ((await placed()) === 0) await delay(100);
  await delay(WARM_MS);
  const [calls, cpu] = [await placed(), await cpuOf(ground)];
  await delay(seconds * 1_000);
  return { attempts: (await placed()) - calls, cpuSeconds: (await cpuOf(ground)) - cpu };
};

/** An attempt is two rows: it was dialled, and what it came to. Each by itself, where a tick writes those of many at once. */
const OWN_LOOP = `create function ledger_loop() returns int language plpgsql as $$ begin
  for n in 1 .. 20000 loop
    insert into decision (merchant_id, task_id, phone, about, amount, kind, because, rule)
    select 1, 1, phone_code((13000000000 + n * 7919 % 250000)::text), n, 1, 2, 401, 0;
    insert into decision (merchant_id, task_id, phone, about, amount, kind, because, rule)
    select 1, 1, phone_code((13000000000 + n * 7919 % 250000)::text), n, 15, 8, 304, 6;
  end loop; return pg_backend_pid(); end $$`;
const OWN_ATTEMPTS = 20_000;

/** Of the one process that wrote them: others end meanwhile, and take their time with them. */
const ownSeconds = async ({ sql, postmaster }: PacingGround): Promise<number> => {
  await sql(OWN_LOOP);
  const before = new Map(pidsBelow(await postmaster()).map(pid => [pid, cpuSecondsOf(pid)]));
  const [ran] = await sql('select ledger_loop() as pid');
  const pid = Number(ran?.pid);
  return cpuSecondsOf(pid) - (before.get(pid) ?? 0);
};

/**
 * Twenty merchants with ten tasks each, together a hundred decisions a second: a call is dialled, and half a minute later it is
 * settled or comes again; each number is called twice in a month.
 */
const FILL = `insert into decision (merchant_id, task_id, phone, about, amount, kind, because, rule, second)
  select 1 + n % 20, 1 + n % 200, phone_code((13000000000 + n::bigint * 7919 % 250000)::text), 1500000000000 + n, 1, 2,
    401 + n % 2, 0, 850000000 + n / 50 from generate_series($1::int, $2::int) n
  union all
  select 1 + m % 20, 1 + m % 200, phone_code((13000000000 + m::bigint * 7919 % 250000)::text), 1500000000000 + m, 120,
    7 + (m % 3 > 0)::int, case m % 5 when 0 then 1 when 1 then 3 else 300 + m % 5 end, 6, 850000000 + n / 50
  from generate_series($1::int, $2::int) n cross join lateral (select greatest(n - 1500, 0) as m) before`;
const AT_ONCE = 100;

const bytesOf = async ({ sql }: PacingGround): Promise<{ readonly bytes: number; readonly rows: number }> => {
  await sql('truncate decision');
  for (let n = 0; n < ROWS / 2; n += AT_ONCE) await sql(FILL, n, n + AT_ONCE - 1);
  const [found] = await sql(
    `select (select count(*) from decision)::float8 as rows, sum(pg_total_relation_size(inhrelid))::float8 as bytes
     from pg_inherits where inhparent = 'decision'::regclass`,
  );
  const { rows, bytes } = found as { rows: number; bytes: number };
  return { bytes: bytes / rows, rows };
};

export const measureLedger = async (seconds: number): Promise<LedgerFigure> => {
  const ground = await openPacingGround();
  try {
    const running = await ground.run(await ground.task('fresh', NUMBERS), 0);
    const { attempts, cpuSeconds } = await countedWhile(ground, running, seconds);
    await running.stop();
    const own = await ownSeconds(ground);
    return {
      ...(await bytesOf(ground)),
      msPerAttempt: (1_000 * cpuSeconds) / attempts,
      ledgerMsPerAttempt: (1_000 * own) / OWN_ATTEMPTS,
    };
  } finally {
    await ground.close();
  }
};

const MOST_BYTES = 120;
const MOST_SHARE = 0.15;
const shareOf = ({ ledgerMsPerAttempt, msPerAttempt }: LedgerFigure): number => ledgerMsPerAttempt / msPerAttempt;

/** A sentence for each bound that it is over. */
export const ledgerTooDear = (figure: LedgerFigure): readonly string[] => [
  ...(figure.bytes <= MOST_BYTES ? [] : [`a decision takes ${figure.bytes.toFixed(1)} bytes, more than ${MOST_BYTES}`]),
  ...(shareOf(figure) <= MOST_SHARE ? [] : [`the ledger takes ${(100 * shareOf(figure)).toFixed(1)} % of an attempt`]),
];

export const ledgerSamples = (figure: LedgerFigure): readonly Sample[] => [
  {
    zh: `拨打依据：每条字节数，连同索引，${figure.rows.toLocaleString('en')} 条（至多 ${MOST_BYTES}）`,
    en: `ledger of decisions: bytes a row with its indexes, over ${figure.rows.toLocaleString('en')} rows (at most ${MOST_BYTES})`,
    unit: '',
    digits: 1,
    values: [figure.bytes],
  },
  {
    zh: `拨打依据：占一次呼叫处理器时间（决定、认领、归档，连同数据库）的百分比（至多 ${100 * MOST_SHARE}）`,
    en: `ledger of decisions: share of the CPU time of an attempt (decide, claim, file, with the database; at most ${100 * MOST_SHARE})`,
    unit: '%',
    digits: 1,
    values: [100 * shareOf(figure)],
  },
];
