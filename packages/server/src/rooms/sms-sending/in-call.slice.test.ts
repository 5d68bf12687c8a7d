import { callEndpoints, smsEndpoints as sms } from '@lianxian/contract';
import type { Plan } from '@lianxian/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallHouse, startCallHouse } from '../../../test/calls.ts';
import { anyHour, setPlatformRules, setRules } from '../../../test/rules.ts';
import { shortPlan } from '../../../test/short-plan.ts';
import { merchantDb } from '../../platform/db/index.ts';
import { openLog } from '../../platform/log.ts';
import { openSecrets } from '../../platform/secrets.ts';
import { insertPlan } from '../plans/index.ts';
import type { Outgoing } from './carrier.ts';
import { openSender } from './sender.ts';

/** A plan sends a text message while it talks, over real SIP and RTP: one message, handed over once, of its call and task. */
let house: CallHouse;
let templateId = '';
const handed: Outgoing[] = [];
let close: () => Promise<void>;
beforeAll(async () => {
  house = await startCallHouse();
  await setPlatformRules(house.database, anyHour);
  await setRules(house.database, house.merchants[0].id, { hours: { from: 0, to: 1_440 } });
  await house.ask(sms.saveProvider, { name: '练习', settings: { kind: 'log' } } as never, house.token);
  const text = {
    name: '到店',
    kind: 'notice',
    signature: '启航',
    content: `\${name}，\${wish}的地址已为您留好。`,
  } as const;
  templateId = (await house.ask(sms.saveTemplate, text, house.token)).id;
  expect(await house.ask(sms.submitTemplate, { id: templateId }, house.token)).toEqual({ state: 'usable' });
  const { db } = house.database;
  const sender = openSender({
    ...{ db, log: openLog('warn', 'test'), secrets: openSecrets(Buffer.alloc(32, 7).toString('base64')) },
    open: () => ({
      send: async message => {
        handed.push(message);
        return { type: 'accepted', refs: [`r${message.id}`], delivered: true };
      },
      close: async () => undefined,
    }),
  });
  close = () => sender.close();
});
afterAll(async () => {
  await close?.();
  await house.close();
});

/** Asks for a wish, sends, and offers to send once more. */
const planWith = (template: string): Plan => {
  const [main] = shortPlan.flows;
  const [opening, ask, bye] = main!.nodes;
  const interruption = { when: 'always' } as const;
  const again = [
    { on: 'yes', to: 'text' },
    { on: 'other', to: 'bye' },
  ] as const;
  const nodes = [
    opening!,
    { ...ask!, routers: [{ on: 'collected', to: 'text' }] } as Plan['flows'][number]['nodes'][number],
    { kind: 'sms', id: 'text', name: '发地址', template, sent: 'told', failed: 'sorry' } as const,
    {
      kind: 'speak',
      id: 'told',
      name: '已发',
      sentences: ['短信发了，要再发一次吗？'],
      interruption,
      routers: again,
    } as const,
    { kind: 'hangup', id: 'sorry', name: '没发', sentences: ['短信没有发出，再见。'] } as const,
    bye!,
  ];
  return { ...shortPlan, name: `发短信 ${template}`, flows: [{ ...main!, nodes }] };
};
const insert = (template: string) =>
  insertPlan(merchantDb(house.database.db, house.merchants[0].id), planWith(template), new Date());

/** A task with one number, which runs. */
const taskWith = async (planId: string, phone: string): Promise<string> => {
  const { pool } = house.database;
  const [{ id: merchant, owner }] = house.merchants;
  const hours = JSON.stringify(Array.from({ length: 7 }, () => [{ from: 0, to: 1_440 }]));
  const { rows } = await pool.query<{ id: string }>(
    `insert into task (merchant_id, name, plan_id, plan_version, plan_name, concurrency, ring_timeout_s, windows, retries, state, created_by)
     values ($1, '任务', $2, 1, '话术', 1, 30, $3, '{}', 'draft', $4) returning id`,
    [merchant, planId, hours, owner.id],
  );
  const task = rows[0]!.id;
  await pool.query(
    `with put as (
       insert into task_port (merchant_id, task_id, port_id, channels) select $1, $2, id, 1 from port where line_id = $3),
     one as (
       insert into callee (merchant_id, task_id, phone, name, lane, variables)
       values ($1, $2, $4, '王女士', 2, '{"name": "王女士"}'))
     insert into task_count (merchant_id, task_id, total, fresh) values ($1, $2, 1, 1)`,
    [merchant, task, house.lineId, phone],
  );
  await pool.query("update task set state = 'running' where id = $1", [task]);
  await pool.query("select pg_notify('tasks', $1)", [task]);
  return task;
};

test('the node of a plan sends one message, however often it is passed: of its call and its task, and handed over once', async () => {
  house.far.willSay(['方便的', '学画画', '好的', '不用了']);
  const phone = '15400000031';
  const task = await taskWith(await insert('到店'), phone);
  const call = await house.until(async () => {
    const { rows } = await house.database.pool.query<{ id: string }>('select id from call where task_id = $1', [task]);
    return rows[0]?.id;
  });
  const record = await house.filed(call);
  expect(record.path.map(({ node }) => node)).toEqual(['opening', 'ask', 'text', 'told', 'text', 'told', 'bye']);
  const message = await house.until(async () => {
    const { list } = await house.ask(sms.messages, { callId: call }, house.token);
    expect(list).toHaveLength(1);
    return list[0]!.state === 'delivered' && list[0];
  });
  expect(message).toMatchObject({ source: 'node', callId: call, taskId: task, name: '王女士', templateId });
  const { text } = await house.ask(sms.message, { id: message.id }, house.token);
  expect(text).toBe('【启航】王女士，学画画的地址已为您留好。');
  expect(handed.map(({ id, phone: to }) => [id, to])).toEqual([[message.id, phone]]);
  const { rows } = await house.database.pool.query(
    'select count(*)::int as n from decision where merchant_id = $1 and task_id = $2 and about = $3 and kind = 11',
    [house.merchants[0].id, task, message.id],
  );
  expect(rows).toEqual([{ n: 1 }]);
});

test('where there is no such template the node goes its other way, and nothing is written', async () => {
  house.far.willSay(['方便的', '学画画']);
  const { id } = await house.ask(
    callEndpoints.place,
    { planId: await insert('没有的模板'), lineId: house.lineId, phone: '15400000032', variables: {} },
    house.token,
  );
  const record = await house.filed(id);
  expect(record.path.map(({ node }) => node)).toEqual(['opening', 'ask', 'text', 'sorry']);
  expect(record.transcript.at(-1)).toMatchObject({ speaker: 'robot', text: '短信没有发出，再见。' });
  expect((await house.ask(sms.messages, { callId: id }, house.token)).list).toEqual([]);
});
