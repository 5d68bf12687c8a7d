import { type Attempts, bareAttempts, houseAttempts, type Spent } from './attempt-ground.ts';
import type { Sample } from './figures.ts';
import { openPacingGround, type PacingGround } from './pacing-ground.ts';

/**
 * What the ledger of decisions costs: bytes a row with its indexes, over a million rows as ticks and endings write them, and of the
 * processor time of an attempt (decide, claim, file; everything but the telephone) the part that writing its rows takes: by a bare
 * loop that sends the statements of the attempts, by turns as they are and without their rows of the ledger.
 */
interface LedgerFigure {
  readonly bytes: number;
  readonly rows: number;
  /** Of the house and its database. */
  readonly msPerAttempt: number;
  /** Of the bare loop and its database, a value a turn. */
  readonly withMs: readonly number[];
  readonly withoutMs: readonly number[];
}

const ROWS = 1_000_000;
const TURNS = 3;

/** What is told stays, nothing of it is written. */
const withoutLedger = (text: string): string =>
  text.replace(
    /(insert into decision [\s\S]* d \(task, phone, kind, because, rule, version, about, amount\))/,
    '$1 where false',
  );

const totalOf = ({ processMs, databaseMs }: Spent): number => processMs + databaseMs;

const shareOfAttempts = async (house: Attempts): Promise<Pick<LedgerFigure, 'withMs' | 'withoutMs'>> => {
  const written = house.recording.texts.filter(text => withoutLedger(text) !== text);
  if (written.length !== 2) throw new Error(`${written.length} statements of an attempt write the ledger`);
  const [withMs, withoutMs]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < TURNS; turn += 1) {
    withMs.push(totalOf(await bareAttempts(house)));
    withoutMs.push(totalOf(await bareAttempts(house, withoutLedger)));
  }
  return { withMs, withoutMs };
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
  const house = await houseAttempts(seconds);
  const shares = await shareOfAttempts(house);
  const ground = await openPacingGround();
  try {
    return { ...(await bytesOf(ground)), msPerAttempt: totalOf(house.spent), ...shares };
  } finally {
    await ground.close();
  }
};

const MOST_BYTES = 120;
const MOST_SHARE = 0.15;
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
/** What its rows cost; other things of the machine may outweigh them in a short trial. */
export const ledgerMsOf = ({ withMs, withoutMs }: LedgerFigure): number =>
  Math.max(0, median(withMs) - median(withoutMs));
const shareOf = (figure: LedgerFigure): number => ledgerMsOf(figure) / figure.msPerAttempt;

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
