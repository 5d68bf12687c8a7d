import { afterAll, beforeAll, expect, test } from 'vitest';
import { up } from '../../../migrations/0040_held_numbers.ts';
import { startTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { shortPlan } from '../../../test/short-plan.ts';
import { merchantDb, sqlOver } from '../../platform/db/index.ts';
import { insertCall } from '../calls/index.ts';
import { insertLine } from '../lines/index.ts';
import { insertPlan } from '../plans/index.ts';

/** An installation of before numbers were held: who had calls to a number, and when. */
let rows: TestDatabase;
beforeAll(async () => {
  rows = await startTestDatabase();
});
afterAll(() => rows.close());

interface Had {
  readonly merchant: 0 | 1;
  readonly number: string;
  /** Days ago. */
  readonly claimed: number;
  /** Days ago; null: never answered. */
  readonly talked: number | null;
  readonly direction?: 'in' | 'out';
  readonly removed?: true;
  readonly moved?: number;
}

const ago = (days: number): Date => new Date(Date.now() - days * 86_400_000);

const keep = async (told: Had): Promise<void> => {
  const { id, owner } = rows.merchants[told.merchant];
  const db = merchantDb(rows.database.db, id);
  const planId = await insertPlan(db, shortPlan, new Date());
  const line = { name: '线路', address: 'sip.example.com', username: '', callerNumber: '' };
  const lineId = await insertLine(db, line, false);
  const query = (sql: string, values: readonly unknown[]) => rows.database.pool.query(sql, [...values]);
  await query('update line set moved_at = $2 where id = $1', [lineId, ago(told.moved ?? 400)]);
  await query(
    'insert into line_number (merchant_id, line_id, number, claimed_at, removed_at) values ($1, $2, $3, $4, $5)',
    [id, lineId, told.number, ago(told.claimed), told.removed ? ago(1) : null],
  );
  const named = { planName: '话术', lineName: '线路', practice: false, callerNumber: told.number, variables: {} };
  const call = await insertCall(db, {
    ...{ ...named, planVersion: 1, planId, lineId, phone: '13900000000', placedBy: owner.id },
  });
  await query('update call set direction = $2, placed_at = $3, answered_at = $4 where id = $1', [
    ...[call, told.direction ?? 'in', ago(told.talked ?? 5), told.talked === null ? null : ago(told.talked)],
  ]);
};

test('on the way to this release the merchant who had a number’s last call holds it; who had none since its claim does not', async () => {
  const all: readonly Had[] = [
    { merchant: 0, number: '057188880001', claimed: 300, talked: 20 },
    { merchant: 1, number: '+8657188880001', claimed: 200, talked: 2 },
    { merchant: 0, number: '057188880002', claimed: 300, talked: 9 },
    { merchant: 0, number: '057188880003', claimed: 3, talked: 9 },
    { merchant: 0, number: '057188880004', claimed: 300, talked: 9, moved: 4 },
    { merchant: 0, number: '057188880005', claimed: 300, talked: null },
    { merchant: 0, number: '057188880006', claimed: 300, talked: 9, direction: 'out' },
    { merchant: 1, number: '057188880007', claimed: 300, talked: 9, removed: true },
  ];
  for (const each of all) await keep(each);
  await rows.database.pool.query('alter table line_number drop column held_at, drop column contest_told_at');
  await up(sqlOver(rows.database.pool));
  const { rows: held } = await rows.database.pool.query<{ number: string; days: number }>(
    `select number, extract(day from now() - held_at)::int as days from line_number
     where held_at is not null order by number`,
  );
  expect(held).toEqual([
    { number: '+8657188880001', days: 2 },
    { number: '057188880002', days: 9 },
  ]);
});
