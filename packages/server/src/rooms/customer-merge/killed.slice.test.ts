import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { customerActEndpoints, customerEndpoints, customerMergeEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { awaitedLocks } from '../../../test/awaited-locks.ts';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { peopleOf, type TestPerson } from '../../../test/people.ts';

/** A process that assigns or merges is killed in the midst of it, and another goes on: nobody is given twice, nobody lost. */
let house: TestHouse;
let token = '';
let [anna, bert]: TestPerson[] = [];
const children: ChildProcess[] = [];
const merchantId = () => house.merchants[0].id;
const sql = async <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
  (await house.database.pool.query<Row>(text, values)).rows;

beforeAll(async () => {
  house = await startTestHouse();
  token = await house.signIn(house.merchants[0]);
  const { person } = peopleOf(house, house.merchants[0]);
  [anna, bert] = [await person('anna', { rights: ['number'] }), await person('bert', { rights: ['number'] })];
});
beforeEach(() => sql('delete from customer'));
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await house.close();
});

const carryOut = (batchId: string): ChildProcess => {
  const file = join(import.meta.dirname, '../../../test/batch-process.ts');
  const child = spawn(process.execPath, [file, house.url, merchantId(), batchId], { stdio: 'ignore' });
  children.push(child);
  return child;
};
const ended = (child: ChildProcess): Promise<number | null> => new Promise(resolve => child.once('exit', resolve));

/** Runs it up to a customer that somebody holds, kills it there, and lets another process finish. */
const killedAt = async (batchId: string, customer: string): Promise<void> => {
  const holder = await house.database.pool.connect();
  await holder.query('begin');
  await holder.query('select from customer where id = $1 for update', [customer]);
  const first = carryOut(batchId);
  const gone = ended(first);
  await expect.poll(() => awaitedLocks(house.database.pool), { timeout: 60_000 }).toBeGreaterThan(0);
  first.kill('SIGKILL');
  await gone;
  await holder.query('rollback');
  holder.release();
  expect(await ended(carryOut(batchId))).toBe(0);
};

test('killed with kill -9 while it assigns: each customer is given once, and both have as many', async () => {
  await sql(
    `insert into customer (merchant_id, phone, name) select $1, (13700000000 + n)::text, '客户 ' || n from generate_series(1, 1800) n`,
    merchantId(),
  );
  const [late] = await sql<{ id: string }>('select id::text from customer order by id offset 1200 limit 1');
  const to = [anna, bert].map(one => ({ employeeId: one!.id }));
  const { batchId } = await house.ask(customerActEndpoints.assign, { view: 'pool', to }, token);
  await killedAt(batchId, late!.id);
  const owned = await sql('select owner_id::text, count(*)::int as n from customer group by 1 order by 1');
  expect(owned).toEqual([
    { owner_id: anna!.id, n: 900 },
    { owner_id: bert!.id, n: 900 },
  ]);
  const told = await sql(
    "select count(*)::int as n, count(distinct customer_id)::int as of from customer_event where kind = 'assigned'",
  );
  expect(told).toEqual([{ n: 1_800, of: 1_800 }]);
}, 120_000);

test('killed with kill -9 while it merges: they are one, once, and can be several again', async () => {
  const add = async (phone: string, name: string) =>
    (await house.ask(customerEndpoints.save, { phone, name, cateType: '1' }, token)).id;
  const [keep, other] = [await add('13700002001', ''), await add('13700002002', '王')];
  const { batchId } = await house.ask(customerMergeEndpoints.merge, { id: keep, others: [other] }, token);
  await killedAt(batchId, other);
  const { customer } = await house.ask(customerEndpoints.detail, { id: keep }, token);
  expect([customer?.name, customer?.further.map(({ phone }) => phone)]).toEqual(['王', ['13700002002']]);
  expect(await sql("select from customer_event where kind = 'merged'")).toHaveLength(1);
  expect(await house.ask(customerMergeEndpoints.unmerge, { id: batchId }, token)).toEqual({ customers: 2 });
  expect((await house.ask(customerEndpoints.list, {}, token)).list.map(({ phone }) => phone).toSorted()).toEqual([
    '13700002001',
    '13700002002',
  ]);
}, 120_000);

test('who shares a number is told as likely one, as far as one sees both, and becomes one with each number once', async () => {
  const add = async (phone: string, name: string) =>
    (await house.ask(customerEndpoints.save, { phone, name, cateType: '1' }, token)).id;
  const [one, other] = [await add('13700003001', '王'), await add('13700003002', '王女士')];
  // As rows stood before numbers were held one by one.
  await sql(
    "insert into customer_number (merchant_id, phone, customer_id, n) values ($1, '13700003001', $2, 1)",
    merchantId(),
    other,
  );
  const { list } = await house.ask(customerMergeEndpoints.duplicates, {}, token);
  expect(list).toMatchObject([{ why: 'phone', customers: [{ id: other }, { id: one }] }]);
  const masked = await peopleOf(house, house.merchants[0]).person('seller', {
    ...{ rights: ['number'], buttons: ['number:assign'], scope: 'own' },
  });
  expect((await house.ask(customerMergeEndpoints.duplicates, {}, masked.token)).list).toEqual([]);
  const { batchId } = await house.ask(customerMergeEndpoints.merge, { id: one, others: [other] }, token);
  expect(await ended(carryOut(batchId))).toBe(0);
  const { customer } = await house.ask(customerEndpoints.detail, { id: one }, token);
  expect(customer?.further.map(({ phone }) => phone)).toEqual(['13700003002']);
  expect((await house.ask(customerMergeEndpoints.duplicates, {}, token)).list).toEqual([]);
}, 60_000);
