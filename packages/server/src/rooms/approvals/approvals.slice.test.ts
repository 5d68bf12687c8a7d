import {
  approvalEndpoints,
  auditEndpoints,
  batchEndpoints,
  callActEndpoints,
  callEndpoints,
  configEndpoints,
  messageEndpoints,
  numberListEndpoints,
  refusals,
  taskReportEndpoints,
} from '@lianxian/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { peopleOf, type TestPerson } from '../../../test/people.ts';
import { type Assets, provisionMerchant } from '../../../test/samples.ts';
import { later } from '../../platform/time.ts';
import { sweepBegun } from './index.ts';

/** Exports of a merchant with five calls that wants a second person's word for more than two. */
let house: TestHouse;
let owner = '';
let own: Assets;
let asker: TestPerson;
let approver: TestPerson;

const query = async <T extends object>(sql: string, ...values: unknown[]): Promise<T[]> =>
  (await house.database.pool.query<T>(sql, values)).rows;

beforeAll(async () => {
  house = await startTestHouse();
  owner = await house.signIn(house.merchants[0]);
  own = await provisionMerchant(house, house.merchants[0].id);
  const people = peopleOf(house, house.merchants[0]);
  const exports = { rights: ['callLog'], scope: 'all' } as const;
  asker = await people.person('asker', { ...exports, buttons: ['callLog:export'] });
  approver = await people.person('approver', { ...exports, buttons: ['callLog:export', 'export:approve'] });
  await query('delete from call where merchant_id = $1', house.merchants[0].id);
  await query(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, direction, stage, state)
     select $1, $2, 1, '话术', $3, '线路', '1380013800' || n, 'in', 'ended', case when n < 3 then 'busy' else 'answered' end
     from generate_series(1, 5) n`,
    house.merchants[0].id,
    own.plan,
    own.line,
  );
  await house.ask(configEndpoints.save, { exportRows: 2 }, owner);
});
afterAll(() => house.close());
beforeEach(async () => {
  await query('delete from export_request');
  await query('delete from batch');
});

const waits = (as: string) => house.ask(approvalEndpoints.list, {}, as);
const batches = async (as: string) => (await house.ask(batchEndpoints.list, {}, as)).list.map(({ title }) => title);
const codeOf = async (path: string, id: string, as: string) => (await house.post(path, { id, token: as })).errorCode;
const askOne = async (as = asker.token): Promise<string> => {
  expect(await house.ask(callEndpoints.export, {}, as)).toEqual({ batchId: null });
  return (await waits(approver.token)).list[0]!.id;
};

test('a small export begins at once; a larger one waits for a second person, who is told', async () => {
  const small = await house.ask(callEndpoints.export, { states: ['busy'] }, asker.token);
  expect([small.batchId, await batches(asker.token)]).toEqual([expect.any(String), ['通话记录']]);
  await askOne();
  expect(await waits(asker.token)).toMatchObject({
    list: [{ title: '通话记录', calls: 5, askedBy: 'asker', mine: true }],
    total: 1,
  });
  expect((await waits(approver.token)).list).toMatchObject([{ mine: false }]);
  expect(await batches(asker.token)).toEqual(['通话记录']);
  await expect
    .poll(async () => (await house.ask(messageEndpoints.list, {}, approver.token)).list.map(({ msg }) => msg))
    .toContain('asker 申请导出 5 条记录，要你同意。请到通话记录的「导出申请」处理，三天内有效。');
});

test('small exports of one person within a day count together, two at once as well; another person’s do not', async () => {
  const small = (as: string) => house.ask(callEndpoints.export, { states: ['busy'] }, as);
  const begun = async (as: string) => (await small(as)).batchId !== null;
  expect((await Promise.all([begun(asker.token), begun(asker.token)])).toSorted()).toEqual([false, true]);
  expect([await begun(asker.token), await begun(approver.token)]).toEqual([false, true]);
  await query("update export_request set asked_at = now() - interval '25 hours'");
  expect(await begun(asker.token)).toBe(true);
  // What began is known by its count alone, and for a day.
  const kept = () => query("select input, asked_by from export_request where state = 'begun' order by id desc");
  const last = { input: {}, asked_by: asker.id };
  expect(await kept()).toEqual([last, { input: {}, asked_by: approver.id }, last]);
  await sweepBegun(house.database.db, later(new Date(), -86_400_000));
  expect([await kept(), (await waits(approver.token)).total]).toEqual([[last], 2]);
});

test('an export that could not begin counts for nothing', async () => {
  const small = () => house.ask(callEndpoints.export, { states: ['busy'] }, asker.token);
  await query('alter table batch add constraint none check (false) not valid');
  await expect(small()).rejects.toThrow();
  await query('alter table batch drop constraint none');
  expect((await small()).batchId).not.toBeNull();
});

test('approved, it begins as its asker’s; once, and by nobody else’s word than a holder of the right', async () => {
  const id = await askOne();
  expect(await codeOf('approval/approve', id, asker.token)).toBe(refusals.noRight.code);
  expect(await codeOf('approval/approve', id, await house.signIn(house.merchants[1]))).toBe(refusals.exportGone.code);
  await house.ask(approvalEndpoints.approve, { id }, approver.token);
  expect([await batches(asker.token), await batches(approver.token)]).toEqual([['通话记录'], []]);
  expect((await waits(approver.token)).total).toBe(0);
  expect(await codeOf('approval/approve', id, approver.token)).toBe(refusals.exportGone.code);
  expect(await query("select action from audit where action like 'export.%' order by id desc limit 2")).toEqual([
    { action: 'export.approve' },
    { action: 'export.ask' },
  ]);
});

test('the audit log waits as well, in rows, and begins as what it is', async () => {
  expect(await house.ask(auditEndpoints.export, {}, owner)).toEqual({ batchId: null });
  const { list } = await waits(approver.token);
  expect(list.map(({ title }) => title)).toEqual(['操作日志']);
  await expect
    .poll(async () => (await house.ask(messageEndpoints.list, {}, approver.token)).list.map(({ msg }) => msg))
    .toContainEqual(expect.stringMatching(/申请导出 \d+ 行记录，要你同意/));
  for (const { id } of list) await house.ask(approvalEndpoints.approve, { id }, approver.token);
  expect((await batches(owner)).toSorted()).toEqual(['操作日志']);
});

test('the people of a task and lists of numbers wait alike, and begin once approved', async () => {
  await query('delete from blacklist');
  await query(
    'update task_count set total = 3, fresh = 3, retrying = 0, calling = 0, settled = 0 where task_id = $1',
    own.task,
  );
  await query(
    `insert into blacklist (merchant_id, phone) select $1, '1390013900' || n from generate_series(1, 4) n`,
    house.merchants[0].id,
  );
  for (const asked of [
    await house.ask(taskReportEndpoints.sheet, { id: own.task }, owner),
    await house.ask(numberListEndpoints.export, { list: 'blacklist' }, owner),
  ])
    expect(asked).toEqual({ batchId: null });
  const { list } = await waits(approver.token);
  expect([list.map(({ title, calls }) => [title, calls]), await batches(owner)]).toEqual([
    [
      ['号码名单', 4],
      ['任务结果', 3],
    ],
    [],
  ]);
  for (const { id } of list) await house.ask(approvalEndpoints.approve, { id }, approver.token);
  expect((await batches(owner)).toSorted()).toEqual(['任务结果', '号码名单']);
});

test('refused, nothing begins, and its asker is told', async () => {
  const id = await askOne();
  await house.ask(approvalEndpoints.refuse, { id }, owner);
  expect([await batches(asker.token), (await waits(asker.token)).total]).toEqual([[], 0]);
  await expect
    .poll(async () => (await house.ask(messageEndpoints.list, {}, asker.token)).list.map(({ msg }) => msg))
    .toContainEqual(expect.stringMatching(/没有同意你的导出。$/));
});

test('nobody approves for himself, the owner neither; recordings wait alike', async () => {
  for (const as of [approver.token, owner]) {
    expect(await house.ask(callActEndpoints.recordings, {}, as)).toEqual({ batchId: null });
    const [mine] = (await waits(as)).list;
    expect(mine).toMatchObject({ title: '通话录音', mine: true });
    expect(await codeOf('approval/approve', mine!.id, as)).toBe(refusals.ownExport.code);
  }
});

test('three days later a request has expired; twenty of one person wait at most', async () => {
  const id = await askOne();
  await query("update export_request set asked_at = now() - interval '73 hours'");
  expect([(await waits(approver.token)).total, await codeOf('approval/approve', id, approver.token)]).toEqual([
    0,
    refusals.exportGone.code,
  ]);
  await query(
    `insert into export_request (merchant_id, asked_by, input, calls) select $1, $2, '{}', 3 from generate_series(1, 20)`,
    house.merchants[0].id,
    asker.id,
  );
  const { errorCode } = await house.post('call/export', { token: asker.token });
  expect(errorCode).toBe(refusals.tooManyRequests.code);
});
