import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { customerActEndpoints, customerEndpoints, taskFollowEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { awaitedLocks } from '../../../test/awaited-locks.ts';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { peopleOf } from '../../../test/people.ts';
import { provisionMerchant } from '../../../test/samples.ts';
import { type Bus, openBus } from '../../platform/bus.ts';
import { openFiles } from '../../platform/files.ts';
import { openLog } from '../../platform/log.ts';
import { openPushSender } from '../../platform/push/index.ts';
import { batchJob } from '../batches/index.ts';
import { importWork } from '../imports/index.ts';
import { followJob } from './index.ts';

/** A task that follows its customer filter as it grows: each customer once, nobody lost, by the rights of who set it up. */
let house: TestHouse;
let bus: Bus;
let token = '';
let task = '';
const children: ChildProcess[] = [];
const log = openLog('silent', 'test');
const signal = new AbortController().signal;
const sql = async <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
  (await house.database.pool.query<Row>(text, values)).rows;

beforeAll(async () => {
  house = await startTestHouse();
  bus = await openBus(house.url, house.database, log);
  const [own] = house.merchants;
  token = await house.signIn(own);
  ({ task } = await provisionMerchant(house, own.id));
});
beforeEach(async () => {
  await sql("update batch set state = 'done' where state = 'running'");
  await sql('delete from task_follow');
  await sql('delete from customer');
  await sql('delete from callee where task_id = $1', task);
  await sql("update task set state = 'waiting' where id = $1", task);
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await bus.close();
  await house.close();
});

const look = () =>
  followJob({ db: house.database.db, files: openFiles(house.dataDir), clock: { now: () => new Date() }, log })
    .followCustomers!({}, signal);
/** All imports that were begun are carried out. */
const carryOut = async (): Promise<void> => {
  const { db } = house.database;
  const push = openPushSender(db, bus, log);
  const works = importWork({ db, files: openFiles(house.dataDir), push, wake: bus.notify });
  const begun = await sql<{ id: string; merchantId: string }>(
    `select id::text, merchant_id::text as "merchantId" from batch where kind = 'callees.import' and state = 'running' order by id`,
  );
  for (const { id, merchantId } of begun) await batchJob({ db, push, log, works }).batch?.({ merchantId, id }, signal);
};
const save = async (phone: string, more: object = {}, as = token) =>
  (await house.ask(customerEndpoints.save, { phone, cateType: '1', ...more }, as)).id;
const follow = (filter: object, as = token) =>
  house.ask(customerActEndpoints.toTask, { ...filter, into: task, follow: '1' }, as);
const phones = async () =>
  (await sql<{ phone: string }>('select phone from callee where task_id = $1 order by phone', task)).map(
    ({ phone }) => phone,
  );
const state = async () => (await house.ask(taskFollowEndpoints.read, { id: task }, token)).follow;

test('who is there comes at once, who comes into the filter later within a look; what it follows is told in words', async () => {
  await save('13711110001', { tags: '学员' });
  const late = await save('13711110002');
  await follow({ tags: ['学员'] });
  await carryOut();
  expect(await phones()).toEqual(['13711110001']);
  await save('13711110003', { tags: '学员' });
  await house.ask(customerEndpoints.save, { id: late, tags: '学员' }, token);
  await save('13711110004');
  await look();
  await carryOut();
  expect(await phones()).toEqual(['13711110001', '13711110002', '13711110003']);
  expect(await state()).toMatchObject({ says: '全部客户；标签 学员', came: 2, endedAt: null, because: '' });
  await look();
  expect(await sql("select from batch where kind = 'callees.import' and state = 'running'")).toEqual([]);
});

test('who left the filter, was taken off the list and comes back is not called again', async () => {
  const id = await save('13711120001', { tags: '学员' });
  await follow({ tags: ['学员'] });
  await carryOut();
  await sql('delete from callee where task_id = $1', task);
  await house.ask(customerEndpoints.save, { id, tags: '' }, token);
  await look();
  await house.ask(customerEndpoints.save, { id, tags: '学员' }, token);
  await look();
  await carryOut();
  expect(await phones()).toEqual([]);
});

test('two nodes at once: nobody comes twice', async () => {
  await save('13711130000');
  await follow({});
  await carryOut();
  await sql(
    `insert into customer (merchant_id, phone) select $1, (13711130000 + n)::text from generate_series(1, 300) n`,
    house.merchants[0].id,
  );
  await Promise.all([look(), look(), look()]);
  await carryOut();
  expect(await phones()).toHaveLength(301);
  expect(await state()).toMatchObject({ came: 300 });
  const refused = await sql(
    "select from task_import where followed and refused > 0 and at > now() - interval '1 minute'",
  );
  expect(refused).toEqual([]);
});

test('killed with kill -9 between two steps of a look: nobody twice, nobody lost', async () => {
  await save('13711140000');
  await follow({});
  await carryOut();
  await sql(
    `insert into customer (merchant_id, phone) select $1, (13711140000 + n)::text from generate_series(1, 200) n`,
    house.merchants[0].id,
  );
  const holder = await house.database.pool.connect();
  await holder.query('begin');
  // It has noted whom it found, and waits where the import is written.
  await holder.query('lock table task_import in access exclusive mode');
  const file = join(import.meta.dirname, '../../../test/follow-process.ts');
  const child = spawn(process.execPath, [file, house.url, house.dataDir], { stdio: 'ignore' });
  children.push(child);
  const gone = new Promise(resolve => child.once('exit', resolve));
  await expect.poll(() => awaitedLocks(house.database.pool), { timeout: 60_000 }).toBeGreaterThan(0);
  child.kill('SIGKILL');
  await gone;
  await holder.query('rollback');
  holder.release();
  // The database notices in its own time that nobody is there any more.
  const left = async () => {
    await look();
    return await sql('select from task_follow_turn');
  };
  await expect.poll(left, { timeout: 60_000 }).toEqual([]);
  await carryOut();
  expect(await phones()).toHaveLength(201);
  expect(await state()).toMatchObject({ came: 200 });
}, 120_000);

test('who wrote before the following began and commits after it is not lost', async () => {
  await save('13711150001');
  const writer = await house.database.pool.connect();
  await writer.query('begin');
  await writer.query("insert into customer (merchant_id, phone) values ($1, '13711150002')", [house.merchants[0].id]);
  const begun = follow({});
  await expect.poll(() => awaitedLocks(house.database.pool), { timeout: 60_000 }).toBeGreaterThan(0);
  await writer.query('commit');
  writer.release();
  await begun;
  await look();
  await carryOut();
  expect(await phones()).toEqual(['13711150001', '13711150002']);
});

test('it looks with the scope of who set it up; once the right or the person is gone it stops and says so', async () => {
  const rights = { rights: ['number', 'myTask'], buttons: ['task:create', 'phone:unmask'], scope: 'own' } as const;
  const { person } = peopleOf(house, house.merchants[0]);
  const seller = await person('seller', { ...rights, rights: [...rights.rights], buttons: [...rights.buttons] });
  await sql('update task set created_by = $2 where id = $1', task, seller.id);
  await save('13711160001', {}, seller.token);
  await follow({}, seller.token);
  await save('13711160002');
  await save('13711160003', {}, seller.token);
  await sql('update customer set owner_id = $1 where phone = $2', house.merchants[0].owner.id, '13711160002');
  await sql('update customer set owner_id = $1 where phone = any($2)', seller.id, ['13711160001', '13711160003']);
  await look();
  await carryOut();
  expect(await phones()).toEqual(['13711160001', '13711160003']);
  const { roleId } = (
    await sql<{ roleId: string }>('select role_id::text as "roleId" from employee where id = $1', seller.id)
  )[0]!;
  await sql("update role set buttons = array_remove(buttons, 'phone:unmask') where id = $1", roleId);
  await save('13711160004', {}, seller.token);
  await look();
  expect(await state()).toMatchObject({ because: 'noRight', becauseText: '设置跟随的人不再有权限，不再跟随' });
  await sql("update role set buttons = buttons || '{phone:unmask}' where id = $1", roleId);
  await follow({}, seller.token);
  await sql('update employee set active = false where id = $1', seller.id);
  await look();
  expect(await state()).toMatchObject({ because: 'gone' });
  expect(await sql('select from task_follow_turn')).toEqual([]);
});

test('it ends with the task, or by hand; another filter meanwhile, and what cannot grow, are refused', async () => {
  const id = await save('13711170001');
  await follow({});
  const wish = { token, into: task, follow: '1' };
  expect(await house.post('custom/toTask', wish)).toMatchObject({ errorCode: 615 });
  expect(await house.post('custom/toTask', { ...wish, ids: JSON.stringify([id]) })).toMatchObject({ errorCode: 614 });
  expect(await house.post('custom/toTask', { ...wish, view: 'today' })).toMatchObject({ errorCode: 614 });
  await house.ask(taskFollowEndpoints.stop, { id: task }, token);
  expect(await state()).toMatchObject({ because: 'byUser', endedAt: expect.any(String) });
  await follow({});
  expect(await state()).toMatchObject({ because: '', endedAt: null });
  await sql("update task set state = 'stopped' where id = $1", task);
  await look();
  expect(await state()).toMatchObject({ because: 'taskOver' });
  const stranger = await house.signIn(house.merchants[1]);
  expect(await house.post('task/follow', { token: stranger, id: task })).toMatchObject({ errorCode: 105 });
  expect(await house.post('task/stopFollow', { token: stranger, id: task })).toMatchObject({ errorCode: 105 });
});
