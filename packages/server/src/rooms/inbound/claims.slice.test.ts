import { lineEndpoints, platformEndpoints, refusals, storedText } from '@lianxian/contract';
import { numberCore } from '@lianxian/core';
import { expect, test } from 'vitest';
import {
  addNumber,
  CARRIER,
  counted,
  house,
  inboundOf,
  lineAt,
  log,
  offered,
  ours,
  platform,
  reached,
  refused,
  type Side,
  standOnClaims,
  taken,
  theirs,
  told,
} from '../../../test/claims.ts';
import { shortPlan } from '../../../test/short-plan.ts';
import { lockPacing, merchantDb } from '../../platform/db/index.ts';
import { insertPlan } from '../plans/index.ts';
import { openInbound } from './index.ts';

standOnClaims();

/** Whose call it is where several may claim it, and what strangers cost. */
const bells = async (merchantId: string, about: string) =>
  (
    await house.database.pool.query<{ msg: string }>(
      'select msg from push_message where merchant_id = $1 order by seq',
      [merchantId],
    )
  ).rows
    .map(({ msg }) => storedText(msg, 'zh-CN'))
    .filter(text => text.includes(about));

test('of two merchants at one carrier with the same number it is the one who claimed it first, and stays theirs', async () => {
  const [mine, other] = [await lineAt(ours, CARRIER), await lineAt(theirs, CARRIER)];
  await addNumber(ours, mine, '057188880001');
  const second = await addNumber(theirs, other, '+8657188880001');
  expect(await reached('057188880001')).toBe(ours.merchant.id);
  expect(await reached('+8657188880001')).toBe(ours.merchant.id);
  const seen = await house.database.pool.query("select 1 from call where merchant_id = $1 and direction = 'in'", [
    theirs.merchant.id,
  ]);
  expect(seen.rows, 'the other has no trace of it').toEqual([]);
  await house.ask(lineEndpoints.saveNumber, { id: second, number: '057188880001' }, theirs.token);
  expect(await reached('057188880001')).toBe(ours.merchant.id);
});

test('any number of lines that are registered elsewhere push nobody out who had the number before', async () => {
  const number = '057188880031';
  await addNumber(ours, await lineAt(ours, CARRIER), number);
  const other = await lineAt(theirs, '203.0.113.9');
  await addNumber(theirs, other, number);
  const { pool } = house.database;
  await pool.query(
    `with made as (
       insert into line (merchant_id, name, address, access, username)
       select merchant_id, 'l' || n, address, 'register', 'u' || n from line, generate_series(1, 60) n where id = $1
       returning merchant_id, id),
     registered as (
       insert into line_health (merchant_id, line_id, registered_until) select merchant_id, id, now() + interval '1 hour' from made)
     insert into line_number (merchant_id, line_id, number, plan_id) select merchant_id, id, $2, $3 from made`,
    [other, number, theirs.planId],
  );
  expect(await reached(number)).toBe(ours.merchant.id);
});

test('who comes second is told that the number is taken, not by whom, until the platform decides', async () => {
  const number = '057188880011';
  const [squatted, right] = [await lineAt(theirs, `${CARRIER}:5060`), await lineAt(ours, CARRIER)];
  const [first, second] = [
    await addNumber(theirs, squatted, `+86${number.slice(1)}`),
    await addNumber(ours, right, number),
  ];
  const takenOf = async (side: Side, lineId: string) =>
    (await house.ask(lineEndpoints.numbers, { lineId }, side.token)).list.map(each => each.taken);
  const claims = async () => {
    const { list } = await house.ask(platformEndpoints.claims, {}, platform.token);
    return list.filter(({ core }) => core === number.slice(1)).map(({ id, awardedAt }) => [id, awardedAt !== null]);
  };
  expect(await house.ask(lineEndpoints.saveNumber, { id: second, enabled: '1' }, ours.token)).toEqual({ taken: true });
  expect([await takenOf(ours, right), await takenOf(theirs, squatted)]).toEqual([[true], [false]]);
  expect(await claims()).toEqual([
    [first, false],
    [second, false],
  ]);
  expect(await reached(number)).toBe(theirs.merchant.id);
  for (let n = 0; n < 2; n += 1)
    await house.ask(platformEndpoints.awardNumber, { merchantId: ours.merchant.id, id: second }, platform.token);
  expect(await reached(number)).toBe(ours.merchant.id);
  // Nobody was talked to over it yet: both hear of it all the same, at once and one time.
  await expect
    .poll(() => bells(theirs.merchant.id, number.slice(1)))
    .toEqual([expect.stringContaining('裁定给了另一家商户')]);
  await expect.poll(() => bells(ours.merchant.id, number.slice(1))).toEqual([expect.stringContaining('裁定给了你们')]);
  expect([await takenOf(ours, right), await takenOf(theirs, squatted)]).toEqual([[false], [true]]);
  expect(await claims()).toEqual([
    [second, true],
    [first, false],
  ]);
  const { rows } = await house.database.pool.query(
    `select about_merchant_id as about, target_name as name from audit where action = 'line.number.award'`,
  );
  const entry = { about: ours.merchant.id, name: number };
  expect(rows).toEqual([entry, entry]);
  for (const [merchantId, id] of [
    [theirs.merchant.id, second],
    [ours.merchant.id, '999999'],
  ])
    expect(
      await house.post('platform/awardNumber', { merchantId: merchantId!, id: id!, token: platform.token }),
    ).toMatchObject({
      errorCode: refusals.notFound.code,
    });
  // It was said of this address.
  await lineAt(ours, '203.0.113.9', right);
  await lineAt(ours, CARRIER, right);
  expect(await reached(number)).toBe(theirs.merchant.id);
});

test('a line that is registered with its carrier has the number before a bare address, whoever wrote it down first', async () => {
  const account = { access: 'register', username: '4001', password: 'correct-horse' } as const;
  const fields = { name: '注册', address: CARRIER, ...account };
  const { id: proven } = await house.ask(lineEndpoints.save, fields, ours.token);
  const until = (when: string) =>
    house.database.pool.query(`update line_health set registered_until = ${when} where line_id = $1`, [proven]);
  const bare = await lineAt(theirs, CARRIER);
  for (const number of ['057188880012', '057188880013']) {
    await addNumber(theirs, bare, number);
    await addNumber(ours, proven, number);
  }
  await until("now() + interval '1 hour'");
  expect(await reached('057188880012')).toBe(ours.merchant.id);
  await until("now() - interval '1 minute'");
  expect(await reached('057188880012'), 'it holds it by now').toBe(ours.merchant.id);
  expect(await reached('057188880013'), 'nobody held it').toBe(theirs.merchant.id);
});

test('who has had its calls keeps a number: a line that registers there later, a switch and a pause take it from nobody', async () => {
  const number = '057188880041';
  const earlier = (await bells(platform.merchantId, '来电')).length;
  const right = await lineAt(theirs, CARRIER);
  const held = await addNumber(theirs, right, number);
  expect(await reached(number)).toBe(theirs.merchant.id);

  const account = { access: 'register', username: '4002', password: 'correct-horse' } as const;
  const fields = { name: '后来', address: `${CARRIER}:5060`, ...account };
  const { id: later } = await house.ask(lineEndpoints.save, fields, ours.token);
  const wanted = await addNumber(ours, later, number);
  await house.database.pool.query(
    `update line_health set registered_until = now() + interval '1 hour' where line_id = $1`,
    [later],
  );
  expect(await reached(number), 'registered beside it').toBe(theirs.merchant.id);
  expect(await house.ask(lineEndpoints.saveNumber, { id: wanted, enabled: '1' }, ours.token)).toEqual({ taken: true });
  await expect.poll(() => bells(platform.merchantId, '来电')).toHaveLength(earlier + 1);

  for (const [path, id, other] of [
    [lineEndpoints.saveNumber.path, held, right],
    [lineEndpoints.enable.path, right, held],
  ] as const) {
    const turn = (enabled: string) => house.post(path, { id, enabled, token: theirs.token });
    expect(await turn('0'), `${path} ${other}`).toMatchObject({ errorCode: 0 });
    expect(await reached(number), 'switched off for a while').toBeUndefined();
    await turn('1');
    expect(await reached(number)).toBe(theirs.merchant.id);
  }
  const { list } = await house.ask(platformEndpoints.claims, {}, platform.token);
  expect(list.filter(({ core }) => core === number.slice(1)).map(each => [each.id, each.held, each.proven])).toEqual([
    [held, true, false],
    [wanted, false, true],
  ]);

  await house.ask(platformEndpoints.awardNumber, { merchantId: ours.merchant.id, id: wanted }, platform.token);
  expect(await reached(number), 'the platform decides').toBe(ours.merchant.id);
  await expect.poll(async () => (await bells(theirs.merchant.id, '来电')).at(-1)).toContain(number);
  expect(await bells(platform.merchantId, '来电'), 'told once').toHaveLength(earlier + 1);
});

test('a held number is free again once its owner gives it up; with two lines of his, the other one has its calls', async () => {
  const number = '057188880042';
  const [one, other] = [await lineAt(theirs, CARRIER), await lineAt(theirs, CARRIER)];
  await addNumber(theirs, one, number);
  expect(await reached(number)).toBe(theirs.merchant.id);
  await addNumber(theirs, other, number);
  await addNumber(ours, await lineAt(ours, CARRIER), number);
  await house.ask(lineEndpoints.enable, { id: one, enabled: '0' }, theirs.token);
  expect(await reached(number)).toBe(theirs.merchant.id);
  await house.ask(lineEndpoints.remove, { id: one }, theirs.token);
  expect(await reached(number), 'its other line holds it by now').toBe(theirs.merchant.id);
  await lineAt(theirs, '203.0.113.9', other);
  expect(await reached(number)).toBe(ours.merchant.id);
  await lineAt(theirs, CARRIER, other);
  expect(await reached(number), 'come back').toBe(ours.merchant.id);
});

test('spellings are one number to the database and to us', async () => {
  const numbers = [
    '057188880001',
    '+8657188880001',
    '8657188880001',
    '57188880001',
    '4008001234',
    '95123',
    '8612345',
    '+1415',
    '000',
  ];
  const lineId = await lineAt(ours, CARRIER);
  await house.ask(lineEndpoints.addNumbers, { lineId, numbers: numbers.join(' ') }, ours.token);
  const { rows } = await house.database.pool.query<{ number: string; core: string }>(
    'select number, core from line_number where line_id = $1',
    [lineId],
  );
  expect(rows.map(({ number, core }) => [number, core]).toSorted()).toEqual(
    [
      ['057188880001', '57188880001'],
      ['+8657188880001', '57188880001'],
      ['8657188880001', '57188880001'],
      ['57188880001', '57188880001'],
      ['4008001234', '4008001234'],
      ['95123', '95123'],
      ['8612345', '8612345'],
      ['+1415', '1415'],
      ['000', '0'],
    ].toSorted(),
  );
  expect(rows.map(({ number }) => numberCore(number))).toEqual(rows.map(({ core }) => core));
});

test('an old number that is written anew, and an old line that moves to the carrier, come last', async () => {
  const [mine, other] = [await lineAt(ours, CARRIER), await lineAt(theirs, CARRIER)];
  const old = await addNumber(theirs, other, '057188880002');
  const elsewhere = await lineAt(theirs, '203.0.113.9');
  await addNumber(theirs, elsewhere, '057188880003');
  const gone = await addNumber(theirs, other, '057188880004');
  await house.database.pool.query('update line_number set used = 1, used_on = current_date + 1 where id = $1', [gone]);
  await house.ask(lineEndpoints.removeNumber, { id: gone }, theirs.token);
  for (const number of ['057188880003', '057188880004', '057188880005']) await addNumber(ours, mine, number);
  await house.ask(lineEndpoints.saveNumber, { id: old, number: '057188880005' }, theirs.token);
  await lineAt(theirs, CARRIER, elsewhere);
  await addNumber(theirs, other, '057188880004');
  for (const number of ['057188880003', '057188880004', '057188880005'])
    expect(await reached(number), number).toBe(ours.merchant.id);
});

test('who hides is on the record as hidden; a plan that is gone, a line that is gone or off: the number is unknown', async () => {
  const lineId = await lineAt(ours, CARRIER);
  await addNumber(ours, lineId, '057188880006');
  await inboundOf().onOffer(offered(['057188880006'], CARRIER, 'anonymous'));
  expect(taken).toMatchObject([{ phone: 'anonymous', callerNumber: '057188880006' }]);
  await house.database.pool.query('update plan set removed_at = now() where id = $1', [ours.planId]);
  expect(await reached('057188880006')).toBeUndefined();
  await house.database.pool.query('update plan set removed_at = null where id = $1', [ours.planId]);
  await house.ask(lineEndpoints.enable, { id: lineId, enabled: '0' }, ours.token);
  expect(await reached('057188880006')).toBeUndefined();
  await house.ask(lineEndpoints.enable, { id: lineId, enabled: '1' }, ours.token);
  expect(await reached('057188880006')).toBe(ours.merchant.id);
  await house.ask(lineEndpoints.remove, { id: lineId }, ours.token);
  expect(await reached('057188880006')).toBeUndefined();
  expect(refused).toEqual(['unknown', 'unknown', 'unknown']);
});

test('a scanner that dials a thousand numbers costs twenty statements', async () => {
  const inbound = inboundOf();
  counted.statements = 0;
  for (let n = 0; n < 1_000; n += 1) await inbound.onOffer(offered([`9${1_000 + n}`], '192.0.2.66'));
  expect(counted.statements).toBe(20);
  expect(new Set(refused)).toEqual(new Set(['unknown']));
});

test('a merchant whose own line floods us takes one connection, and stops no other merchant’s caller', async () => {
  const { db, pool } = house.database;
  const [flooded, mine] = [await lineAt(theirs, CARRIER), await lineAt(ours, CARRIER)];
  await addNumber(theirs, flooded, '057188880041');
  await addNumber(ours, mine, '057188880042');
  const inbound = inboundOf();
  const [held, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = db.transaction().execute(async tx => {
    await lockPacing(tx, theirs.merchant.id);
    held.resolve();
    await over.promise;
  });
  await held.promise;
  const flood = Array.from({ length: 200 }, () => inbound.onOffer(offered(['057188880041'])));
  await expect.poll(() => refused.length).toBe(180);
  await inbound.onOffer(offered(['057188880042']));
  expect(taken.map(({ merchantId }) => merchantId)).toEqual([ours.merchant.id]);
  const { rows } = await pool.query(
    `select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
     where datname = current_database() and locktype = 'advisory' and not granted`,
  );
  expect(rows).toHaveLength(1);
  over.resolve();
  await Promise.all([holding, ...flood]);
  expect(refused.filter(because => because === 'notNow')).toHaveLength(180);
});

test('a merchant has as many calls to it at once as it is let have, whatever channels it gives its lines; its own calls take none', async () => {
  const { pool } = house.database;
  const line = await lineAt(ours, CARRIER);
  await addNumber(ours, line, '057188880043');
  const inbound = inboundOf();
  await pool.query('update line set channels = 1000 where id = $1', [line]);
  await inbound.onOffer(offered(['057188880043']));
  await pool.query(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, practice, phone, caller_number)
     select merchant_id, plan_id, plan_version, plan_name, line_id, line_name, practice, phone, caller_number
     from call, generate_series(1, 50) where merchant_id = $1 and caller_number = '057188880043'`,
    [ours.merchant.id],
  );
  await pool.query(
    `update merchant set channel_limit = 2 + (
       select count(*) from call where merchant_id = $1 and direction = 'in' and stage <> 'ended') where id = $1`,
    [ours.merchant.id],
  );
  for (let n = 0; n < 3; n += 1) await inbound.onOffer(offered(['057188880043']));
  expect([taken.length, refused]).toEqual([3, ['full']]);
  await pool.query('update merchant set channel_limit = 300 where id = $1', [ours.merchant.id]);
});

test('a line whose host is never found does not keep the calls of other lines', async () => {
  const [other, mine] = [await lineAt(theirs, 'slow.example'), await lineAt(ours, CARRIER)];
  await addNumber(theirs, other, '057188880007');
  await addNumber(ours, mine, '057188880007');
  // Never found: without a limit of its own nobody's call would be taken.
  const inbound = inboundOf(address =>
    address === 'slow.example' ? new Promise(() => undefined) : Promise.resolve([address]),
  );
  await inbound.onOffer(offered(['057188880007']));
  expect(taken[0]?.merchantId).toBe(ours.merchant.id);
});

test('while the database is away a caller is told to come back, and nothing is kept of it', async () => {
  const lineId = await lineAt(ours, CARRIER);
  await addNumber(ours, lineId, '057188880008');
  let isAway = true;
  const inbound = openInbound({
    db: house.database.db.withPlugin({
      transformQuery: ({ node }) => {
        if (isAway) throw new Error('the database is away');
        return node;
      },
      transformResult: async ({ result }) => result,
    }),
    log,
    owner: 'one',
    hasRoom: async () => true,
    addressesOf: async address => [address],
    take: async claim => void taken.push(claim),
    refuse: (_offer, because) => void refused.push(because),
    tell: (merchantId, employeeId, msg) => void told.push([merchantId, employeeId, msg]),
  });
  await inbound.onOffer(offered(['057188880008']));
  expect(refused).toEqual(['notNow']);
  isAway = false;
  await inbound.onOffer(offered(['057188880008']));
  expect(taken).toMatchObject([{ merchantId: ours.merchant.id }]);
});

test('a draft that was tried by phone answers nobody: the caller is told, its owner once an hour, and it may not be chosen', async () => {
  const lineId = await lineAt(ours, CARRIER);
  const number = await addNumber(ours, lineId, '057188880010');
  const db = merchantDb(house.database.db, ours.merchant.id);
  const planId = await insertPlan(db, { ...shortPlan, name: '只试过的话术' }, new Date());
  await house.database.pool.query('update plan_version set version = -1 where merchant_id = $1 and plan_id = $2', [
    ours.merchant.id,
    planId,
  ]);
  const chosen = await house.post(lineEndpoints.saveNumber.path, { id: number, planId, token: ours.token });
  expect(chosen.errorCode).toBe(refusals.planUnpublished.code);
  await house.database.pool.query('update line_number set plan_id = $2 where id = $1', [number, planId]);
  const inbound = inboundOf();
  await inbound.onOffer(offered(['057188880010']));
  await inbound.onOffer(offered(['057188880010']));
  expect(taken).toEqual([]);
  expect(refused).toEqual(['unpublished', 'unpublished']);
  expect(told).toEqual([[ours.merchant.id, ours.merchant.owner.id, expect.stringContaining('057188880010')]]);
  const { rows } = await house.database.pool.query('select 1 from call where plan_id = $1', [planId]);
  expect(rows).toEqual([]);
});
