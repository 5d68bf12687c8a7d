import { lineEndpoints, platformEndpoints } from '@lianxian/contract';
import { expect, test } from 'vitest';
import {
  addNumber,
  CARRIER,
  house,
  inboundOf,
  lineAt,
  offered,
  ours,
  platform,
  reached,
  registered,
  standOnClaims,
  taken,
  theirs,
} from '../../../test/claims.ts';
import { tellContested } from '../caller-ids/claims.store.ts';

standOnClaims();

/** Who holds a number keeps it, until he gives it up: what does not count as that, and what does. */
test('a line whose address is written otherwise keeps the number it holds, and the one the platform gave it', async () => {
  const [held, awarded] = ['057188880051', '057188880052'];
  const [old, rival] = [await lineAt(theirs, CARRIER), await lineAt(ours, CARRIER)];
  await addNumber(theirs, old, held);
  expect(await reached(held)).toBe(theirs.merchant.id);
  await addNumber(ours, rival, awarded);
  const id = await addNumber(theirs, old, awarded);
  await house.ask(platformEndpoints.awardNumber, { merchantId: theirs.merchant.id, id }, platform.token);
  await addNumber(ours, await registered(ours, '4051'), held);
  await lineAt(theirs, `${CARRIER}:5061`, old);
  expect([await reached(held), await reached(awarded)]).toEqual([theirs.merchant.id, theirs.merchant.id]);
});

test('a suspended merchant keeps what he holds: nobody has its calls meanwhile', async () => {
  const number = '057188880053';
  await addNumber(theirs, await lineAt(theirs, CARRIER), number);
  expect(await reached(number)).toBe(theirs.merchant.id);
  const wanted = await addNumber(ours, await lineAt(ours, CARRIER), number);
  const setActive = (active: boolean) =>
    house.database.pool.query('update merchant set active = $2 where id = $1', [theirs.merchant.id, active]);
  await setActive(false);
  const meanwhile = await reached(number);
  const { list } = await house.ask(platformEndpoints.claims, {}, platform.token);
  await setActive(true);
  expect(meanwhile).toBeUndefined();
  expect(
    list.filter(({ core }) => core === number.slice(1)).map(({ id }) => id),
    'the platform may decide',
  ).toContain(wanted);
  expect(await reached(number)).toBe(theirs.merchant.id);
});

test('who has a call while the first holder’s host is not found has not taken the number', async () => {
  const number = '057188880054';
  await addNumber(theirs, await lineAt(theirs, `${CARRIER}:5080`), number);
  expect(await reached(number)).toBe(theirs.merchant.id);
  await addNumber(ours, await lineAt(ours, CARRIER), number);
  const lost = inboundOf(async address => (address === CARRIER ? [CARRIER] : []));
  expect(await reached(number, lost)).toBe(ours.merchant.id);
  expect(await reached(number)).toBe(theirs.merchant.id);
});

test('who leads a number to no plan gives it up: later he comes behind whoever has it by then', async () => {
  const number = '057188880055';
  const id = await addNumber(theirs, await lineAt(theirs, CARRIER), number);
  await house.ask(platformEndpoints.awardNumber, { merchantId: theirs.merchant.id, id }, platform.token);
  expect(await reached(number)).toBe(theirs.merchant.id);
  await addNumber(ours, await lineAt(ours, CARRIER), number);
  await house.ask(lineEndpoints.saveNumber, { id, planId: '0' }, theirs.token);
  await house.ask(lineEndpoints.saveNumber, { id, planId: theirs.planId }, theirs.token);
  expect(await reached(number)).toBe(ours.merchant.id);
});

test('an offer that nobody acknowledges holds nothing: its sender may be forged', async () => {
  const number = '057188880056';
  await addNumber(theirs, await lineAt(theirs, CARRIER), number);
  await inboundOf().onOffer(offered([number]));
  expect(taken.map(({ merchantId }) => merchantId)).toEqual([theirs.merchant.id]);
  await addNumber(ours, await registered(ours, '4056'), number);
  expect(await reached(number)).toBe(ours.merchant.id);
});

test('pages that find numbers contested at once take their rows in one order', async () => {
  const [one, other] = ['057188880058', '057188880057'];
  const first = await addNumber(ours, await lineAt(ours, CARRIER), one);
  const second = await addNumber(theirs, await lineAt(theirs, CARRIER), other);
  const { pool, db } = house.database;
  // Last in the table and in the index, first by id.
  await pool.query('update line_number set daily_cap = 1 where id = $1', [first]);
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ pid: number }>(
      'select pg_backend_pid() as pid from line_number where id = $1 for update',
      [first],
    );
    const telling = tellContested(db, [one.slice(1), other.slice(1)], new Date(0));
    const waiting = 'select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))';
    await expect.poll(async () => (await pool.query(waiting, [rows[0]!.pid])).rowCount).toBe(1);
    await client.query('select from line_number where id = $1 for update nowait', [second]);
    await client.query('commit');
    expect(await telling).toEqual([other.slice(1), one.slice(1)]);
  } finally {
    client.release(true);
  }
});
