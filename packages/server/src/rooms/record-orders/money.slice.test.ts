import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { balanceEndpoints, recordOrderEndpoints } from '@lianxian/contract';
import { dice } from '@lianxian/core';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { awaitedLocks } from '../../../test/awaited-locks.ts';
import { startTestHouse, type TestHouse, testConfig } from '../../../test/house.ts';
import { cloneDir, configMessage } from '../../config.ts';
import { recordGround, takeOf } from './record-ground.test-data.ts';

/** A web process that is killed without a farewell while it accepts; another one stands beside it. */
let house: TestHouse;
let ground: Awaited<ReturnType<typeof recordGround>>;
const victims: ChildProcess[] = [];
/** Holds the audit, so that whoever accepts stands still when all is paid and nothing committed. */
let warden: Client;

beforeAll(async () => {
  house = await startTestHouse();
  ground = await recordGround(house);
  warden = new Client({ connectionString: house.url });
  await warden.connect();
});
afterAll(async () => {
  for (const victim of victims) victim.kill('SIGKILL');
  await warden.end();
  await house.close();
});

const rows = async <Row extends object>(text: string, ...values: unknown[]) =>
  (await house.database.pool.query<Row>(text, values)).rows;

/** In yuan: all there is, what is held by balances and by orders, and what is paid more than once. */
const standing = async () => {
  const [row] = await rows<Record<'all' | 'reserved' | 'held' | 'below' | 'summed' | 'twice', number>>(
    `select (select sum(amount)::float8 from balance) as all, (select sum(reserved)::float8 from balance) as reserved,
       (select coalesce(sum(held), 0)::float8 from record_order) as held,
       (select count(*)::int from balance where amount < reserved or reserved < 0) as below,
       (select sum(amount)::float8 from ledger) as summed,
       (select count(*)::int from (select 1 from ledger where kind in ('recording', 'recordingSale')
          group by kind, note having count(*) > 1) twice) as twice`,
  );
  return row!;
};

test('money over any steps: buyer, seller and what is held are one sum at each instant, nothing is paid twice or falls below nothing', async () => {
  const { all } = await standing();
  const sound = takeOf(440);
  for (let seed = 1; seed <= 5; seed += 1) {
    const { between, pick } = dice(seed);
    const texts = Array.from({ length: between(2, 4) }, (_, n) => `第${seed}份第${n + 1}句。`);
    const planId = await ground.makePlan(...texts);
    const seller = pick(['reseller', 'platform'] as const);
    const id = await ground.order(planId, texts, { to: seller, price: pick(['0.01', '2.50', '0']) });
    const voice = seller === 'platform' ? ground.voices.platform : ground.voices.first;
    await house.ask(recordOrderEndpoints.take, { id }, voice.token);
    for (let step = 0; step < 14; step += 1) {
      const number = String(between(1, texts.length));
      const mine = { id, token: ground.token };
      const accept = () => house.post('recordOrder/accept', { ...mine, numbers: `[${number}]` });
      const acts = {
        handIn: () => ground.handIn(id, Number(number), voice.token, sound),
        accept: () => Promise.all([accept(), accept()]),
        sendBack: () =>
          Promise.all([
            house.post('recordOrder/sendBack', { ...mine, number, fromMs: '0', toMs: '9', note: '再来' }),
            accept(),
          ]),
        change: () => ground.resay(planId, ...texts.filter((_, n) => n !== Number(number) - 1), `加${step}。`),
        cancel: () => Promise.all([house.post('recordOrder/cancel', mine), house.post('recordOrder/cancel', mine)]),
      };
      const wish = pick(['handIn', 'handIn', 'handIn', 'accept', 'accept', 'sendBack', 'change'] as const);
      await acts[step === 13 ? 'cancel' : wish]();
      const now = await standing();
      expect([seed, step, now]).toEqual([
        seed,
        step,
        { ...now, all, summed: all, below: 0, twice: 0, reserved: now.held },
      ]);
    }
    const [order] = await rows<{ paid: string; accepted: string }>(
      `select paid::float8 as paid, (price * (select count(*) from record_sentence s
         where s.merchant_id = o.merchant_id and s.order_id = o.id and s.state = 'accepted'))::float8 as accepted
       from record_order o where id = $1`,
      id,
    );
    expect(order?.paid).toBe(order?.accepted);
  }
});

test('what the balance does not reach is refused with what there is, of two orders that both would fit one is held', async () => {
  const { available } = await house.ask(balanceEndpoints.info, {}, ground.token);
  const [one, other] = [await ground.makePlan('刚好一句。'), await ground.makePlan('另外一句。')];
  const wish = (planId: string, text: string) => ({
    ...ground.wish(planId, [text]),
    price: String(Math.floor(Number(available) * 0.6)),
  });
  const answers = await Promise.all(
    [wish(one, '刚好一句。'), wish(other, '另外一句。')].map(({ sentences, ...fields }) =>
      house.post('recordOrder/order', {
        ...(fields as unknown as Record<string, string>),
        sentences: JSON.stringify(sentences),
        token: ground.token,
      }),
    ),
  );
  expect(answers.map(({ errorCode }) => errorCode).sort()).toEqual([0, 646]);
  expect(answers.find(({ errorCode }) => errorCode !== 0)?.errorMsg).toMatch(
    /^余额不足：这个订单要冻结 \d+ 元，当前可用/,
  );
  const { id } = answers.find(({ errorCode }) => errorCode === 0)!.data as { id: string };
  await house.ask(recordOrderEndpoints.cancel, { id }, ground.token);
});

/** Asks a web process, which is killed when all is done and nothing committed. */
const killedIn = async (act: string, input: Record<string, string>): Promise<unknown> => {
  const config = testConfig({ dataDir: house.dataDir, databaseUrl: house.url, webDist: join(house.dataDir, 'dist') });
  const victim = fork(join(cloneDir, 'packages/server/src/main.ts'), ['--role', 'web']);
  victims.push(victim);
  victim.send(configMessage({ ...config, logLevel: 'silent' }));
  const [{ port }] = (await once(victim, 'message')) as [{ port: number }];
  await warden.query('begin; lock table audit in share mode');
  const body = new URLSearchParams({ ...input, token: ground.token });
  const answer = fetch(`http://127.0.0.1:${port}/api/front/recordOrder/${act}`, { method: 'POST', body }).catch(
    () => 'died',
  );
  await expect.poll(() => awaitedLocks(house.database.pool)).toBe(1);
  victim.kill('SIGKILL');
  await once(victim, 'exit');
  await warden.query('rollback');
  return await answer;
};

test('killed when all was paid and nothing committed, it paid nothing; accepted again it is paid once, and is in the library once', async () => {
  const planId = await ground.makePlan('要命的一句。');
  const id = await ground.order(planId, ['要命的一句。']);
  await house.ask(recordOrderEndpoints.take, { id }, ground.voices.first.token);
  await ground.handIn(id, 1, ground.voices.first.token);
  const before = await standing();
  expect(await killedIn('accept', { id, numbers: '[1]' })).toBe('died');
  expect(await standing()).toEqual(before);
  expect(await rows(`select 1 from voice where text = '要命的一句。'`)).toEqual([]);

  const again = () => house.ask(recordOrderEndpoints.accept, { id, numbers: [1] }, ground.token);
  expect([await again(), (await rows(`select 1 from voice where text = '要命的一句。'`)).length]).toEqual([
    { accepted: 1, paid: '2.5', state: 'done' },
    1,
  ]);
  const entries = await rows(
    `select kind, amount::float8 as amount from ledger where note = $1 order by kind`,
    `#${id}-1`,
  );
  expect(entries).toEqual([
    { kind: 'recording', amount: -2.5 },
    { kind: 'recordingSale', amount: 2.5 },
  ]);
});

test('killed in a cancellation, it freed and paid nothing; cancelled again it does both once', async () => {
  const free = await standing();
  const texts = ['留着的一句。', '改掉的一句。'];
  const planId = await ground.makePlan(...texts);
  const id = await ground.order(planId, texts);
  await house.ask(recordOrderEndpoints.take, { id }, ground.voices.first.token);
  await ground.handIn(id, 2, ground.voices.first.token);
  await ground.resay(planId, '留着的一句。', '换了一句。');
  await house.ask(recordOrderEndpoints.info, { id }, ground.token);
  const before = await standing();
  expect(await killedIn('cancel', { id })).toBe('died');
  expect(await standing()).toEqual(before);
  const cancel = () => house.post('recordOrder/cancel', { id, token: ground.token });
  const answers = await Promise.all([cancel(), cancel()]);
  expect(answers.map(({ errorCode }) => errorCode).sort()).toEqual([0, 641]);
  expect(await standing()).toEqual(free);
  expect(await rows('select kind from ledger where note = $1 order by kind', `#${id}-2`)).toHaveLength(2);
});
