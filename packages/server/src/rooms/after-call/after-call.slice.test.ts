import {
  afterCallEndpoints,
  auditEndpoints,
  type CallOf,
  callEndpoints,
  configEndpoints,
  messageEndpoints,
  taskEndpoints,
  webhookEndpoints,
} from '@lianxian/contract';
import type { CallFacts } from '@lianxian/core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { answeredEnding } from '../../../test/answered-ending.ts';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { settlings } from '../../../test/number-key.ts';
import { peopleOf } from '../../../test/people.ts';
import { provisionMerchant } from '../../../test/samples.ts';
import { openLog } from '../../platform/log.ts';
import { openRinger, ringBell } from '../bell/index.ts';
import { ringLowBalances } from '../billing/index.ts';
import { type Ending, fileEnding } from '../dialler/filing.store.ts';

/** Endings are filed as the calls process files them; nobody dials. */
let house: TestHouse;
let token = '';
let task = '';
let seller = '';
const merchantId = () => house.merchants[0].id;
const sql = async (query: string, ...values: unknown[]) => (await house.database.pool.query(query, values)).rows;

beforeAll(async () => {
  house = await startTestHouse();
  ({ task } = await provisionMerchant(house, merchantId()));
  await provisionMerchant(house, house.merchants[1].id);
  token = await house.signIn(house.merchants[0]);
  seller = String(
    (
      await sql(
        `insert into employee (merchant_id, account, name, password_hash, role_code) values ($1, 'seller', '小李', '', 'employee') returning id`,
        merchantId(),
      )
    )[0]?.id,
  );
});
beforeEach(async () => {
  await sql('delete from after_call_rules');
  await sql('delete from webhook_endpoint');
  await sql('delete from bell_event');
  await sql('delete from bell_rung');
  await sql('delete from push_message');
  await sql('delete from merchant_settings');
});
afterAll(() => house.close());

const facts: CallFacts = {
  ...{ talkMs: 42_000, turns: 6, positives: 2, negatives: 0, refusals: 0, notUnderstood: 0, silences: 0 },
  ...{ interruptions: 0, questions: 1, transferred: false, met: {}, passed: [], hungUpBy: 'callee' },
  answers: { city: '北京', spare: '13900001111' },
};

interface Made {
  readonly taskId?: string | null;
  readonly direction?: 'in' | 'out';
  readonly phone?: string;
}
/** A call that talks. */
const talking = async ({ taskId = task, direction = 'out', phone = '13812342217' }: Made = {}): Promise<string> => {
  const [callee] =
    taskId === null
      ? [null]
      : await sql(
          `insert into callee (merchant_id, task_id, phone, state, attempts) values ($1, $2, $3, 'settled', 1)
           on conflict (merchant_id, task_id, phone) do update set attempts = callee.attempts + 1 returning id, attempts`,
          ...[merchantId(), taskId, phone],
        );
  const [row] = await sql(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, callee_name, task_id, callee_id,
       attempt, direction, stage, owner, fence, leased_until, owner_id)
     select merchant_id, plan_id, 1, '秋季回访', line_id, '线路', $2, '王女士', $3::bigint, $4::bigint,
       $6::int, $5, 'talking', 'n', 1, now(),
       case when $5 = 'in' then null else (select id from employee where merchant_id = $1 order by id limit 1) end
     from call where merchant_id = $1 order by id limit 1 returning id::text`,
    ...[merchantId(), phone, taskId, callee?.id ?? null, direction, callee?.attempts ?? null],
  );
  return String(row?.id);
};
const ends = async (call: string, more: Partial<Ending> = {}): Promise<void> => {
  const ending = answeredEnding(
    { merchantId: merchantId(), call, fence: 1 },
    { level: 'A', levelRule: '有意向', tags: ['要价格'], facts, talkMs: 42_000, ...more },
  );
  if ((await fileEnding(house.database.db, ending, settlings)) === null) throw new Error('not filed');
};
type Rules = CallOf<typeof afterCallEndpoints.save>['rules'];
const save = (rules: Rules, taskId?: string, version = '0') =>
  house.ask(afterCallEndpoints.save, { rules, version, ...(taskId && { taskId }) }, token);
const hook = async (events: readonly string[] = [], wholeNumbers: '0' | '1' = '0') =>
  (
    await house.ask(
      webhookEndpoints.save,
      { name: 'CRM', url: 'https://crm.example/hook', events: events as ['call.ended'], wholeNumbers },
      token,
    )
  ).id;
const bodies = async (event: string) =>
  (await sql('select body from webhook_delivery where event = $1 order by id', event)).map(
    ({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> },
  );
/** Lets the bell ring for what has come, and says what stands in the list of whoever asks. */
const rung = async (as = token): Promise<readonly (readonly [string, string])[]> => {
  const ringer = openRinger({ db: house.database.db, log: openLog('silent', 'test') });
  for (;;) {
    const [left] = await sql(
      `select 1 from bell_event e where not exists (select from bell_rung r where r.merchant_id = e.merchant_id
         and r.kind = e.kind and r.about = e.about and r.rung_at > now() - interval '1 minute')`,
    );
    if (left === undefined) break;
    await new Promise(resolve => setTimeout(resolve, 20));
  }
  await ringer.close();
  const { list } = await house.ask(messageEndpoints.list, {}, as);
  return list.map(({ msg, id }) => [msg, id] as const);
};

test('a rule that holds acts in the transaction of the record, each action once, and the record says what was done', async () => {
  const endpoint = await hook();
  const rule = {
    name: '要价格',
    when: [
      { fact: 'level' as const, in: ['A' as const] },
      { fact: 'answered' as const, variable: 'city', value: '北京' },
    ],
    does: [
      { do: 'webhook' as const, endpoint },
      { do: 'notice' as const, people: [seller] },
      { do: 'blacklist' as const, reason: '已转人工' },
      { do: 'customerType' as const, type: 2 as const },
    ],
  };
  await save([rule], task);
  const call = await talking();
  await ends(call);
  expect(await sql('select phone, reason, call_id::text from blacklist where call_id = $1', call)).toEqual([
    { phone: '13812342217', reason: '已转人工', call_id: call },
  ]);
  expect(await bodies('rule.matched')).toMatchObject([
    {
      data: {
        id: call,
        rule: '要价格',
        phone: '138****2217',
        level: 'A',
        customerType: 2,
        answers: { city: '北京', spare: '139****1111' },
      },
    },
  ]);
  const detail = await house.ask(callEndpoints.detail, { id: call }, token);
  expect(detail.customerType).toBe(2);
  expect(detail.afterCall).toEqual([
    { rule: '要价格', text: '发送到接收地址；发送中' },
    { rule: '要价格', text: '已通知员工' },
    { rule: '要价格', text: '已加入黑名单' },
    { rule: '要价格', text: '已改客户类型' },
  ]);
  const [{ after_call: kept }] = await sql('select after_call from call where id = $1', call);
  expect(kept.versions).toEqual({ merchant: null, task: 1 });
  expect(await rung(await house.sessionOf(merchantId(), seller))).toEqual([
    ['有一通电话符合规则“要价格”，点开看通话记录。', call],
  ]);
});

test('a rule’s blacklisting holds for ever where an entry had ended or would end; one that stands for ever stays as it is', async () => {
  await save([{ name: '全部', when: [], does: [{ do: 'blacklist', reason: '不再打' }] }]);
  const [over, soon, kept] = ['13812342301', '13812342302', '13812342303'] as const;
  await sql(
    `insert into blacklist (merchant_id, phone, reason, expires_at) values ($1, $2, '原来', now() - interval '1 day'),
       ($1, $3, '原来', now() + interval '1 day'), ($1, $4, '原来', null)`,
    ...[merchantId(), over, soon, kept],
  );
  for (const phone of [over, soon, kept]) await ends(await talking({ phone }));
  expect(
    await sql('select phone, reason, expires_at from blacklist where phone = any($1) order by phone', [
      over,
      soon,
      kept,
    ]),
  ).toEqual([
    { phone: over, reason: '不再打', expires_at: null },
    { phone: soon, reason: '不再打', expires_at: null },
    { phone: kept, reason: '原来', expires_at: null },
  ]);
});

test('the rules of the merchant come before those of the task; another task keeps to the merchant’s alone', async () => {
  const typed = (type: 1 | 9, name: string) => ({ name, when: [], does: [{ do: 'customerType' as const, type }] });
  await save([typed(9, '全部')]);
  await save([typed(1, '任务')], task);
  const [of, inbound, byHand] = [
    await talking(),
    await talking({ taskId: null, direction: 'in' }),
    await talking({ taskId: null }),
  ];
  for (const call of [of, inbound, byHand]) await ends(call);
  const rows = await sql('select id::text, customer_type, after_call from call where id = any($1) order by id', [
    of,
    inbound,
    byHand,
  ]);
  expect(rows.map(({ customer_type: type }) => type)).toEqual([9, 9, null]);
  expect(rows[0].after_call).toEqual({
    versions: { merchant: 1, task: 1 },
    did: [{ rule: '全部', do: 'customerType', result: 'done' }],
  });
  expect(rows[2].after_call).toBeNull();
});

test('every call that has ended is told to who listens: numbers whole or masked as the endpoint was made', async () => {
  await hook(['call.ended'], '1');
  await hook(['call.ended']);
  const call = await talking();
  await ends(call);
  const missed = await talking({ phone: '13812342218' });
  const verdict = { state: 'noAnswer', fault: 'callee', mayRetry: true, sipCode: 480, because: 'noAnswer' } as const;
  await ends(missed, {
    verdict,
    level: null,
    levelRule: null,
    tags: [],
    facts: null,
    transcript: null,
    talkMs: 0,
    answeredAt: null,
  });
  const told = await bodies('call.ended');
  expect(told.map(({ data }) => [data.id, data.phone, data.level, data.state])).toEqual([
    [call, '13812342217', 'A', 'answered'],
    [call, '138****2217', 'A', 'answered'],
    [missed, '13812342218', null, 'noAnswer'],
    [missed, '138****2218', null, 'noAnswer'],
  ]);
  expect(told[1]?.data).toMatchObject({
    ...{
      direction: 'out',
      name: '王女士',
      task: { id: task, name: '任务' },
      attempt: 3,
      tags: ['要价格'],
      corrected: false,
    },
    ...{ plan: { name: '秋季回访', version: 1 }, answers: { city: '北京', spare: '139****1111' }, talkMs: 42_000 },
  });
});

test('a filing that is rolled back leaves no message and no mark', async () => {
  await hook(['call.ended']);
  await save([{ name: '全部', when: [], does: [{ do: 'blacklist', reason: 'x' }] }]);
  const call = await talking({ phone: '13812342230' });
  const ending = answeredEnding({ merchantId: merchantId(), call, fence: 1 }, { level: 'A', facts });
  const killed = async () => {
    throw new Error('killed');
  };
  await fileEnding(house.database.db, ending, [...settlings, killed]).catch(() => undefined);
  expect(await sql('select 1 from webhook_delivery union all select 1 from bell_event')).toEqual([]);
  expect(await sql("select 1 from blacklist where phone = '13812342230'")).toEqual([]);
  await ends(call, { level: 'B' });
  expect(await bodies('call.ended')).toHaveLength(1);
});

test('the bell tells of an A customer at once, and of a hundred in a minute in one line with their count', async () => {
  const calls: string[] = [];
  for (let n = 0; n < 4; n += 1) calls.push(await talking({ phone: `1381234500${n}` }));
  await ends(calls[0]!);
  expect(await rung()).toEqual([['任务“任务”有一位 A 类客户，点开看通话记录。', calls[0]]]);
  await ends(calls[1]!);
  await ends(calls[2]!);
  await ends(calls[3]!, { level: 'B' });
  expect(await rung()).toHaveLength(1);
  await sql("update bell_rung set rung_at = now() - interval '61 seconds'");
  expect((await rung())[0]).toEqual(['任务“任务”又有 2 位要跟进的客户，点开看最近一通的记录。', calls[2]]);
  expect(await rung()).toHaveLength(2);
});

test('the merchant says which levels ring, and everybody for himself what he hears of', async () => {
  await house.ask(configEndpoints.save, { bellLevels: ['B'] }, token);
  const [first, second] = [await talking({ phone: '13812346001' }), await talking({ phone: '13812346002' })];
  await ends(first);
  expect(await rung()).toEqual([]);
  await ends(second, { level: 'B' });
  expect(await rung()).toEqual([['任务“任务”有一位 B 类客户，点开看通话记录。', second]]);
  await house.ask(messageEndpoints.saveChoices, { off: ['customer'] }, token);
  expect(await house.ask(messageEndpoints.choices, {}, token)).toEqual({ off: ['customer'] });
  await sql('delete from bell_rung');
  const third = await talking({ phone: '13812346003' });
  await ends(third, { level: 'B' });
  expect(await rung()).toHaveLength(1);
  await house.ask(messageEndpoints.saveChoices, { off: [] }, token);
});

test('a task that somebody pauses is told to systems, not to the bell; what the world does rings with its cause', async () => {
  await hook(['task.paused', 'task.finished']);
  await sql("update task set state = 'running', because = '' where id = $1", task);
  await house.ask(taskEndpoints.pause, { id: task }, token);
  expect(await bodies('task.paused')).toMatchObject([{ data: { id: task, name: '任务', because: 'byUser' } }]);
  expect(await rung()).toEqual([]);
});

test('what rings about a task leads to its board, what rings about several at once to all that runs', async () => {
  const { db } = house.database;
  const other = (await house.ask(taskEndpoints.copy, { id: task, name: '另一个' }, token)).id;
  const paused = (taskId: string, about: string) =>
    ringBell(db, {
      ...{ merchantId: merchantId(), kind: 'taskPaused', about, taskId },
      facts: { name: '任务', because: 'balanceOut' },
    });
  await paused(task, task);
  await paused(task, 'balanceOut');
  await paused(other, 'balanceOut');
  await ringBell(db, { merchantId: merchantId(), kind: 'moneyLow', about: '', facts: { amount: '3' } });
  await rung();
  const { list } = await house.ask(messageEndpoints.list, {}, token);
  expect(
    list
      .slice(0, 3)
      .map(({ task: leads }) => leads)
      .toSorted(),
  ).toEqual(['', null, task].toSorted());
});

test('rules are saved as versions, checked and audited; what somebody else saved meanwhile is not overwritten', async () => {
  const rule = {
    name: '投诉',
    when: [{ fact: 'tag' as const, tag: '投诉' }],
    does: [{ do: 'blacklist' as const, reason: '投诉' }],
  };
  const before = (await house.ask(auditEndpoints.list, { action: 'afterCall.save' }, token)).list.length;
  expect(await save([rule])).toEqual({ version: 1 });
  expect(await save([], undefined, '1')).toEqual({ version: 2 });
  const stale = { rules: JSON.stringify([rule]), version: '1', token };
  expect((await house.post('afterCall/save', stale)).errorMsg).toBe('规则刚刚被别人改过，请刷新后再改');
  const nowhere = [{ ...rule, does: [{ do: 'webhook', endpoint: '999999' }] }];
  const lost = { rules: JSON.stringify(nowhere), version: '2', token };
  expect((await house.post('afterCall/save', lost)).errorMsg).toBe(
    '规则“投诉”里选的接收地址、短信模板或员工已经不在了，请重新选择',
  );
  const shown = await house.ask(afterCallEndpoints.rules, {}, token);
  expect([shown.version, shown.rules, shown.versions.map(({ version }) => version)]).toEqual([2, [], [2, 1]]);
  expect(shown.people.map(({ name }) => name)).toContain('小李');
  const { list } = await house.ask(auditEndpoints.list, { action: 'afterCall.save' }, token);
  expect(list.length - before).toBe(2);
});

test('rules of the merchant, which act on everybody’s calls, are saved by who sees all of them', async () => {
  const { person } = peopleOf(house, house.merchants[0]);
  const held = { rights: ['myTask'], buttons: ['task:control'] } as const;
  const [narrow, wide] = [
    await person('narrow', { ...held, scope: 'own' }),
    await person('wide', { ...held, scope: 'all' }),
  ];
  const codeOf = async (as: string) =>
    (await house.post('afterCall/save', { rules: '[]', version: '0', token: as })).errorCode;
  const mayChange = async (as: string) => (await house.ask(afterCallEndpoints.rules, {}, as)).mayChange;
  expect([await mayChange(narrow.token), await mayChange(wide.token)]).toEqual([false, true]);
  expect([await codeOf(narrow.token), await codeOf(wide.token)]).toEqual([104, 0]);
});

test('rules are tried on the last calls and carry nothing out', async () => {
  const own = (await house.ask(taskEndpoints.copy, { id: task, name: '试一试' }, token)).id;
  for (const [n, level] of (['A', 'B', 'A'] as const).entries())
    await ends(await talking({ taskId: own, phone: `1381234700${n}` }), { level });
  const before = await sql('select count(*)::int from blacklist');
  const rules = [
    {
      name: '好客户',
      when: [{ fact: 'level' as const, in: ['A' as const] }],
      does: [{ do: 'customerType' as const, type: 2 as const }],
    },
    {
      name: '聊得久',
      when: [{ fact: 'talkMs' as const, atLeast: 40_000 }],
      does: [{ do: 'blacklist' as const, reason: '试' }],
    },
  ];
  const tried = await house.ask(afterCallEndpoints.tryOut, { taskId: own, rules }, token);
  expect([tried.looked, tried.acted, tried.actions]).toEqual([
    3,
    3,
    [
      { do: 'customerType', calls: 2 },
      { do: 'blacklist', calls: 3 },
    ],
  ]);
  expect(tried.list[0]).toMatchObject({
    level: 'A',
    rules: ['好客户', '聊得久'],
    does: ['客户类型改为意向', '加入黑名单：试'],
  });
  expect(await sql('select count(*)::int from blacklist')).toEqual(before);
});

test('who sees numbers masked guesses no answered number by trying rules', async () => {
  const own = (await house.ask(taskEndpoints.copy, { id: task, name: '猜号码' }, token)).id;
  await ends(await talking({ taskId: own, phone: '13812348000' }));
  const asks = (variable: string, value: string) => [
    {
      name: '猜',
      when: [{ fact: 'answered' as const, variable, value }],
      does: [{ do: 'customerType' as const, type: 2 as const }],
    },
  ];
  const masked = await house.signInWith(['myTask'], ['task:control']);
  const acted = async (variable: string, value: string, as: string) =>
    (await house.ask(afterCallEndpoints.tryOut, { taskId: own, rules: asks(variable, value) }, as)).acted;
  expect([
    await acted('spare', '13900001111', token),
    await acted('spare', '13900001111', masked),
    await acted('city', '北京', masked),
  ]).toEqual([1, 0, 1]);
});

test('a task made from another has its rules, and of another merchant’s task nobody sees or saves any', async () => {
  const rule = { name: '全部', when: [], does: [{ do: 'customerType' as const, type: 3 as const }] };
  await save([rule], task);
  const copy = (await house.ask(taskEndpoints.copy, { id: task, name: '副本' }, token)).id;
  expect(await house.ask(afterCallEndpoints.rules, { taskId: copy }, token)).toMatchObject({
    version: 1,
    rules: [rule],
  });
  const other = await house.signIn(house.merchants[1]);
  const foreign = await house.post('afterCall/rules', { taskId: task, token: other });
  expect(foreign.errorMsg).toBe('任务不存在或已删除');
});

test('the bell tells once of a balance that fell below what the merchant set', async () => {
  await sql('update balance set low_below = 50, amount = 40 where merchant_id = $1', merchantId());
  await ringLowBalances(house.database.db);
  await ringLowBalances(house.database.db);
  expect(await rung()).toEqual([['余额只剩 40 元，用完后任务会暂停。', '']]);
  await sql('update balance set low_below = null where merchant_id = $1', merchantId());
});
