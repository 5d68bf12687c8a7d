import {
  callEndpoints,
  callStateNumber,
  customEndpoints,
  endpoints,
  researchEndpoints,
  seatLogEndpoints,
  seatWorkEndpoints,
  todoEndpoints,
} from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { peopleOf, type TestPerson } from '../../../test/people.ts';
import { giveSeat, insertSeatCall, NODE, openNode, type SeatCallWish } from '../../../test/seats.ts';
import { shortPlan } from '../../../test/short-plan.ts';
import { merchantDb } from '../../platform/db/index.ts';
import { openLog } from '../../platform/log.ts';
import { openSecrets } from '../../platform/secrets.ts';
import { openRinger, ringBell } from '../bell/index.ts';
import { insertLine } from '../lines/index.ts';
import { insertPlan } from '../plans/index.ts';
import { numberTokens } from '../seats/index.ts';

/** What seats do in their calls and after them; two merchants always, one seat that sees numbers and one that does not. */
let house: TestHouse;
let owner: string;
let stranger: TestPerson;
let li: TestPerson;
let wang: TestPerson;
let planId: string;
let lineId: string;
/** The guide: 有意向 → 时间 (with something else), 没有 → the end. */
let root: string;
let when: string;
const sql = async <R extends object>(text: string, ...values: readonly unknown[]): Promise<R[]> =>
  (await house.database.pool.query(text, [...values])).rows as R[];
const tokens = () => numberTokens(openSecrets(Buffer.alloc(32, 7).toString('base64')));

const ask = async (fields: object): Promise<string> =>
  (await house.ask(researchEndpoints.save, { planId, ...fields } as never, owner)).id;

beforeAll(async () => {
  house = await startTestHouse();
  owner = await house.signIn(house.merchants[0]);
  const [{ id: mine }, { id: theirs }] = house.merchants;
  const people = peopleOf(house, house.merchants[0]);
  const held = { rights: ['callLog'], scope: 'own' } as const;
  li = await people.person('李雷', { ...held, buttons: ['phone:unmask', 'call_out'] });
  wang = await people.person('小王', { ...held, buttons: ['call_out'] });
  stranger = await peopleOf(house, house.merchants[1]).person('外人', { ...held, buttons: ['phone:unmask'] });
  await giveSeat(house, mine, li.id);
  await giveSeat(house, mine, wang.id);
  await giveSeat(house, theirs, stranger.id);
  const db = merchantDb(house.database.db, mine);
  lineId = await insertLine(db, { name: '主线路', address: '192.0.2.1', username: '', callerNumber: '' }, false);
  planId = await insertPlan(db, { ...shortPlan, name: '回访' }, new Date());
  when = await ask({
    title: '什么时间方便',
    type: '1',
    jsonOptions: '[{"v":"上午","n":""}]',
    hasOther: true,
    isRequired: true,
  });
  root = await ask({
    ...{ title: '有哪些意向', type: '2', isRoot: true, isRequired: true },
    jsonOptions: JSON.stringify([
      { v: '买房', n: when },
      { v: '租房', n: when },
      { v: '没有', n: '' },
    ]),
  });
  await openNode(house);
});
afterAll(() => house.close());

const call = ({ withPlan = true, of = li, ...wish }: Omit<SeatCallWish, 'planId' | 'of'> & CallWish = {}) =>
  insertSeatCall(house, { lineId, planId: withPlan ? planId : null, of: of?.id ?? null, ...wish });
interface CallWish {
  readonly of?: TestPerson | null;
  readonly withPlan?: boolean;
}
const line = (n: number, speaker: string, text: string) => ({
  ...{ line: n, speaker, text, atMs: n * 1_000, endMs: null, node: '', understood: null, interruptedAfterMs: null },
});
const said = JSON.stringify([
  line(0, 'robot', '您好'),
  line(1, 'callee', '我的电话是 13912345678'),
  line(2, 'seat', '好的'),
]);
const transcript = (id: string, lines = said) =>
  sql(
    `insert into call_transcript (merchant_id, call_id, lines, path, answers) values ($1, $2, $3, '[]', '[{"label":"姓名","value":"王","atMs":10}]')`,
    house.merchants[0].id,
    id,
    lines,
  );
const post = (path: string, fields: object, person = li) => house.post(path, { ...fields, token: person.token });
const wire = (...answers: readonly (readonly [i: string, r: string])[]) =>
  JSON.stringify(answers.map(([i, r]) => ({ i, q: '别的题目', r })));
const missing = { errorCode: 105 };

test('O-165 … O-175, O-347, O-386: a seat has the questions of a plan as their author wrote them, nothing ticked', async () => {
  const { questions } = await house.ask(seatWorkEndpoints.guides, { planId }, li.token);
  const asked = questions.find(({ id }) => id === root);
  expect(asked).toMatchObject({
    ...{ id: root, title: '有哪些意向', type: 2, isRoot: true, isRequired: true, hasOther: false, otherValue: '' },
  });
  expect(JSON.parse(asked!.jsonOptions)).toEqual([
    { v: '买房', n: when, isChecked: false },
    { v: '租房', n: when, isChecked: false },
    { v: '没有', n: '', isChecked: false },
  ]);
  expect(questions.find(({ id }) => id === when)).toMatchObject({ type: 1, isRoot: false, hasOther: true });
  expect(await post('seat/guides', { planId }, stranger)).toMatchObject(missing);
  const paths = Object.values(endpoints).flatMap(group => Object.values(group).map(({ path }) => path));
  expect(paths.filter(path => path.startsWith('seat/')).length).toBeGreaterThan(15);
});

test('O-182 … O-190, O-348: the log of a call that comes in, by the id of its INVITE; what was said comes as chats', async () => {
  const { id, phone } = await call();
  await transcript(id);
  const detail = await house.ask(seatLogEndpoints.seatDetail, { id }, li.token);
  expect(detail).toMatchObject({
    ...{ id, phone, dial: phone, userName: '王晓', userCompany: '晨光', phoneTag: '高意向,老客', planId, cateType: 2 },
  });
  expect(JSON.parse(detail.content)).toEqual({
    chats: [
      { user: 'robot', tran: '您好' },
      { user: 'user', tran: '我的电话是 13912345678' },
      { user: 'seat', tran: '好的' },
    ],
  });
  // A log of somebody else, of another merchant, of nobody at all: the same answer.
  for (const person of [stranger, wang])
    expect(await post('taskLog/seatDetail', { id }, person)).toMatchObject(missing);
  expect(await post('taskLog/seatDetail', { id: '9223372036854775806' })).toMatchObject(missing);
});

test('A-33: who may not see numbers gets masked text and a token, which is nobody else’s and stands for the number', async () => {
  const { id, phone } = await call({ of: wang });
  await transcript(id);
  const detail = await house.ask(seatLogEndpoints.seatDetail, { id }, wang.token);
  expect(detail.phone).toBe(`${phone.slice(0, 3)}****${phone.slice(-4)}`);
  expect(JSON.stringify(detail)).not.toContain(phone);
  expect(detail.content).not.toContain('13912345678');
  const { msg } = await house.ask(customEndpoints.callOut, { logId: id }, wang.token);
  expect(msg).toMatch(/^n\.[\w.-]+$/);
  const who = { merchantId: house.merchants[0].id, employeeId: wang.id };
  expect(tokens().read(msg, who, house.now())).toBe(phone);
  expect(tokens().read(msg, { ...who, employeeId: li.id }, house.now())).toBeNull();
  expect(tokens().read(msg, who, new Date(house.now().getTime() + 13 * 3_600_000))).toBeNull();
  expect(await house.ask(customEndpoints.detailWithTask, { phone: msg }, wang.token)).toMatchObject({ name: '王晓' });
  expect(await post('custom/detailWithTask', { phone: msg })).toMatchObject(missing);
  expect(await post('custom/callOut', { logId: id }, stranger)).toMatchObject(missing);
  const own = await call();
  expect(await house.ask(customEndpoints.callOut, { logId: own.id }, li.token)).toMatchObject({ msg: own.phone });
});

test('O-176 … O-179, O-349: a guide that is no JSON is refused with a sentence, an open one with its open question; twice is once', async () => {
  const { id } = await call();
  const upload = (jsonArray: string, person = li) => post('seat/uploadSurvey', { id, jsonArray, type: '2' }, person);
  expect(await upload('[{')).toMatchObject({
    errorCode: 100,
    errorMsg: '导航问题的回答：应为 JSON',
    field: 'jsonArray',
  });
  expect(await upload('[{"i":"x"}]')).toMatchObject({ errorCode: 100, field: 'jsonArray' });
  expect(await upload('[]')).toMatchObject({ errorCode: 584, errorMsg: '必答题未做完', field: root });
  expect(await upload(wire([root, '买房']))).toMatchObject({ errorCode: 584, field: when });
  expect(await upload(wire([root, '买房'], [when, '上午;']))).toMatchObject({ errorCode: 584, field: when });
  expect(await upload(wire(['9223372036854775806', '买房']))).toMatchObject(missing);
  for (const person of [wang, stranger]) expect(await upload(wire([root, '没有']), person)).toMatchObject(missing);
  const whole = wire([root, '买房;租房'], [when, '周五下午']);
  expect(await upload(whole)).toMatchObject({ errorCode: 0 });
  expect(await upload(whole)).toMatchObject({ errorCode: 0 });
  // Question, title, what was answered; several joined by ";", the title the server's own.
  expect(await sql('select answers, kind from seat_work where call_id = $1', id)).toEqual([
    {
      kind: 2,
      answers: [
        { i: root, q: '有哪些意向', r: '买房;租房' },
        { i: when, q: '什么时间方便', r: '周五下午' },
      ],
    },
  ]);
  expect(await sql("select 1 from audit where action = 'call.guide' and target = $1", id)).toHaveLength(1);
});

test('what a seat was answered stands with what the robot collected, whichever is written first', async () => {
  const labels = async (id: string) =>
    (await house.ask(callEndpoints.detail, { id }, owner)).answers.map(({ label, value }) => `${label} ${value}`);
  const upload = (id: string) => post('seat/uploadSurvey', { id, jsonArray: wire([root, '没有']), type: '1' });
  const both = ['姓名 王', '有哪些意向 没有'];
  const filed = await call();
  await transcript(filed.id);
  await upload(filed.id);
  await upload(filed.id);
  expect(await labels(filed.id)).toEqual(both);
  const live = await call({ isLive: true });
  expect(await upload(live.id)).toMatchObject({ errorCode: 0 });
  await transcript(live.id);
  expect(await labels(live.id)).toEqual(both);
  const plain = await call();
  await upload(plain.id);
  expect(await labels(plain.id)).toEqual(['有哪些意向 没有']);
});

test('O-191 … O-195, O-350: an uploaded call is one record however often it comes; what the server knows better stays', async () => {
  const known = await call({ isLive: false, phone: '13611112222' });
  await sql("update call set direction = 'out' where id = $1", known.id);
  const told = {
    ...{ phone: '13611112222', times: '999', calltime: '', voicepath: '../../etc/passwd', lineId },
    ...{ jsonArray: wire([root, '没有']), callType: '1', callState: String(callStateNumber('busy')) },
  };
  for (const _ of [1, 2])
    expect(await post('seat/uploadCallTask', told)).toMatchObject({ errorCode: 0, data: { id: known.id } });
  const [row] = await sql('select talk_ms, state from call where id = $1', known.id);
  expect(row).toEqual({ talk_ms: 50_000, state: 'answered' });
  const [work] = await sql<{ told: object }>('select told from seat_work where call_id = $1', known.id);
  expect(work!.told).toMatchObject({ times: 999, voicepath: '../../etc/passwd', callType: 1, callState: 5 });
  // One that another telephone carried.
  const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
  const other = { ...told, phone: '13611113333', calltime: `${day} 10:00:00`, times: '65', callState: '1' };
  const ids = await Promise.all([post('seat/uploadCallTask', other), post('seat/uploadCallTask', other)]);
  expect(new Set(ids.map(({ data }) => (data as { id: string }).id)).size).toBe(1);
  const { list } = await house.ask(callEndpoints.list, { phone: '13611113333' }, li.token);
  expect(list).toMatchObject([
    { phone: '13611113333', state: 'answered', talkMs: 65_000, placedAt: `${day}T02:00:00.000Z`, direction: 'out' },
  ]);
  expect(await post('seat/uploadCallTask', { ...other, lineId: '9223372036854775806' })).toMatchObject(missing);
  for (const calltime of ['2025-03-09 10:00:00', '2125-03-09 10:00:00'])
    expect(await post('seat/uploadCallTask', { ...other, calltime })).toMatchObject({ field: 'calltime' });
  expect(await post('seat/uploadCallTask', { ...other, id: known.id }, stranger)).toMatchObject(missing);
});

test('O-351: of two seats that take a call at once one gets it, and the other is told who', async () => {
  for (const _ of [1, 2, 3]) {
    const { id } = await call({ of: null, isLive: true });
    expect(await post('taskLog/setSeatEmp', { id }, stranger)).toMatchObject(missing);
    const took = await Promise.all([li, wang].map(person => post('taskLog/setSeatEmp', { id }, person)));
    expect(took.map(({ errorCode }) => errorCode).toSorted((a, b) => a - b)).toEqual([0, expect.toBeOneOf([105, 586])]);
    const winner = took[0]!.errorCode === 0 ? li : wang;
    expect(await sql('select seat_id, owner_id from call where id = $1', id)).toEqual([
      { seat_id: winner.id, owner_id: winner.id },
    ]);
    expect(await post('taskLog/setSeatEmp', { id }, winner)).toMatchObject({ errorCode: 0 });
  }
  const old = await call({ of: null });
  await sql(`update call set ended_at = now() - interval '1 day' where id = $1`, old.id);
  expect(await post('taskLog/setSeatEmp', { id: old.id }), 'over since yesterday').toMatchObject(missing);
  // Rung for both: who was slower is told who has it.
  const { id } = await call({ of: null, isLive: true });
  for (const { id: seat } of [li, wang])
    await sql(
      `insert into seat_presence (merchant_id, employee_id, state, since, node, call_id) values ($1, $2, 'ringing', now(), $3, $4)
       on conflict (merchant_id, employee_id) do update set call_id = excluded.call_id`,
      house.merchants[0].id,
      seat,
      NODE,
      id,
    );
  expect(await post('taskLog/setSeatEmp', { id })).toMatchObject({ errorCode: 0 });
  expect(await post('taskLog/setSeatEmp', { id }, wang)).toMatchObject({
    errorCode: 586,
    errorMsg: '李雷已经接了这个通话',
  });
  await sql('delete from seat_presence');
});

test('who talks in a call has it, whoever claimed it while it rang; numbers are tried out slowly', async () => {
  expect([seatWorkEndpoints.uploadCallTask.rateCost, customEndpoints.detailWithTask.rateCost]).toEqual([1, 1]);
  const rung = await call({ of: null, isLive: true });
  expect(await post('taskLog/setSeatEmp', { id: rung.id })).toMatchObject({ errorCode: 0 });
  await sql(
    `insert into seat_presence (merchant_id, employee_id, state, since, node, call_id) values ($1, $2, 'inCall', now(), $3, $4)`,
    ...[house.merchants[0].id, wang.id, NODE, rung.id],
  );
  const parties = [
    { party: 'callee', type: 'callee', id: '', place: 'talking' },
    { party: '1', type: 'seat', id: wang.id, place: 'talking' },
    { party: '2', type: 'seat', id: li.id, place: 'ringing' },
  ];
  const live = JSON.stringify({
    parties,
    kinds: {},
    owner: wang.id,
    answeredAt: null,
    heldAt: null,
    isRecording: true,
  });
  const insert = 'insert into seat_call (merchant_id, call_id, node, live) values ($1, $2, $3, $4)';
  await sql(insert, house.merchants[0].id, rung.id, NODE, live);
  expect(await post('taskLog/setSeatEmp', { id: rung.id }, wang)).toMatchObject({ errorCode: 0 });
  expect(await sql('select seat_id from call where id = $1', rung.id)).toEqual([{ seat_id: wang.id }]);
  const free = await call({ of: null, isLive: true });
  await sql(insert, house.merchants[0].id, free.id, NODE, live);
  expect(await post('taskLog/setSeatEmp', { id: free.id })).toMatchObject({
    errorCode: 586,
    errorMsg: '小王已经接了这个通话',
  });
  await sql('delete from seat_presence');
});

test('a call that nobody has is any seat’s for a day; later its words and number are for who sees it by scope', async () => {
  const { id } = await call({ of: null });
  expect(await post('taskLog/seatDetail', { id }, wang)).toMatchObject({ errorCode: 0 });
  await sql("update call set ended_at = now() - interval '25 hours' where id = $1", id);
  for (const path of ['taskLog/seatDetail', 'taskLog/setSeatEmp'])
    expect(await post(path, { id }, wang)).toMatchObject(missing);
  const boss = await peopleOf(house, house.merchants[0]).person('班长', { rights: ['callLog'], scope: 'all' });
  await giveSeat(house, house.merchants[0].id, boss.id);
  expect(await post('taskLog/setSeatEmp', { id }, boss)).toMatchObject({ errorCode: 0 });
});

test('what was typed is kept at once and there again; the live call is what its node says of it', async () => {
  const { id, phone } = await call({ isLive: true });
  const answers = [{ i: root, values: ['买房'], other: null }];
  await house.ask(seatWorkEndpoints.keepDraft, { callId: id, answers, note: '很有兴趣' }, li.token);
  await sql(
    `insert into seat_presence (merchant_id, employee_id, state, since, node, call_id) values ($1, $2, 'inCall', now(), $3, $4)`,
    house.merchants[0].id,
    li.id,
    NODE,
    id,
  );
  const live = {
    parties: [
      { party: 'callee', type: 'callee', id: '', place: 'held' },
      { party: 'p1', type: 'seat', id: li.id, place: 'talking' },
      { party: 'p2', type: 'seat', id: wang.id, place: 'aside' },
    ],
    ...{
      kinds: { [li.id]: 'handover' },
      owner: li.id,
      answeredAt: null,
      heldAt: '2026-03-09T02:00:00.000Z',
      isRecording: true,
    },
  };
  const before = {
    summary: '想买房',
    summaryBy: 'rule',
    chats: [{ user: 'user', tran: '喂' }],
    answers: [],
    level: 'A',
  };
  await sql(
    'insert into seat_call (merchant_id, call_id, node, live, before) values ($1, $2, $3, $4, $5)',
    house.merchants[0].id,
    id,
    NODE,
    JSON.stringify(live),
    JSON.stringify(before),
  );
  const seen = await house.ask(seatWorkEndpoints.call, {}, li.token);
  expect(seen.call).toMatchObject({
    ...{ callId: id, phone, name: '王晓', kind: 'handover', planName: '回访', isRecording: true, isSubmitted: false },
    isMine: true,
    ...{ draft: { answers, note: '很有兴趣' }, before: { summary: '想买房', level: 'A' }, heldAt: live.heldAt },
    parties: [
      { kind: 'callee', place: 'held', name: '王晓', isMe: false },
      { kind: 'seat', name: '李雷', isMe: true },
      { kind: 'seat', name: '小王', place: 'aside', isMe: false },
    ],
  });
  expect(await post('seat/call', { id }, stranger)).toMatchObject(missing);
  expect(await post('seat/keepDraft', { callId: id, answers: '[]' }, stranger)).toMatchObject(missing);
  expect(await house.ask(seatWorkEndpoints.call, {}, wang.token)).toEqual({ call: null });
});

test('O-346: wrap-up sets type, level, tags, note and the next call, each as the page that owns it would', async () => {
  const { id, phone } = await call();
  const [{ at } = { at: '' }] = await sql<{ at: string }>(
    `select to_char((now() at time zone 'Asia/Shanghai')::date + 2, 'YYYY-MM-DD') || 'T15:00' as at`,
  );
  const wish = {
    callId: id,
    customerType: '3',
    level: 'B',
    tags: JSON.stringify(['回访', '回访']),
    note: '周五再打',
    nextCallAt: at,
  };
  for (const _ of [1, 2]) expect(await post('seat/wrapUp', wish)).toMatchObject({ errorCode: 0 });
  const detail = await house.ask(callEndpoints.detail, { id }, li.token);
  expect(detail).toMatchObject({
    ...{ customerType: 3, level: 'B', tags: ['回访'], notes: [{ by: '李雷', mine: true, text: '周五再打' }] },
    correction: { level: 'B', by: '李雷' },
  });
  const { list } = await house.ask(todoEndpoints.list, {}, li.token);
  const todos = list.filter(todo => todo.phone === phone);
  expect(todos).toMatchObject([{ callId: id, state: 'open', note: '周五再打' }]);
  // What is due leads to the guide of its call.
  const due = await house.ask(customEndpoints.detailWithTask, { todoId: todos[0]!.id }, li.token);
  expect(due).toMatchObject({
    phone,
    company: '晨光',
    todoView: { id: todos[0]!.id, planId, planName: '回访', note: '周五再打' },
  });
  expect(await post('custom/detailWithTask', { todoId: todos[0]!.id }, stranger)).toMatchObject(missing);
  for (const person of [wang, stranger]) expect(await post('seat/wrapUp', wish, person)).toMatchObject(missing);
  const live = await call({ isLive: true });
  expect((await post('seat/wrapUp', { callId: live.id, tags: '[]' })).errorCode).not.toBe(0);
});

test('who has a seat is told of a call-back by a message of type 4, which leads to its guide; whoever has none, as ever', async () => {
  const { id, phone } = await call();
  const { id: merchantId, owner: boss } = house.merchants[0];
  const [todo] = await sql<{ id: string }>(
    `insert into todo (merchant_id, kind, state, due_at, owner_id, phone, call_id) values ($1, 'callBack', 'open', now(), $2, $3, $4)
     returning id`,
    merchantId,
    li.id,
    phone,
    id,
  );
  await ringBell(house.database.db, {
    merchantId,
    kind: 'todo',
    about: 'callBack',
    ownerId: li.id,
    callId: id,
    facts: {},
  });
  const ringer = openRinger({ db: house.database.db, log: openLog('silent', 'test') });
  const told = () =>
    sql('select type, phone, todo_id from push_message where ref = $1 and employee_id = any($2) order by type', id, [
      li.id,
      boss.id,
    ]);
  await expect.poll(told, { timeout: 5_000 }).toEqual([
    { type: 1, phone: '', todo_id: null },
    { type: 4, phone, todo_id: todo!.id },
  ]);
  await ringer.close();
});
