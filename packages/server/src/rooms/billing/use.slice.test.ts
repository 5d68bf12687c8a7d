import {
  auditEndpoints,
  balanceEndpoints,
  callEndpoints,
  lineEndpoints,
  speechEndpoints,
  statementEndpoints,
  usePriceEndpoints,
} from '@lianxian/contract';
import type { Plan } from '@lianxian/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallHouse, startCallHouse } from '../../../test/calls.ts';
import { openLevel } from '../../../test/people.ts';
import { shortPlan } from '../../../test/short-plan.ts';
import { inTransaction, merchantDb } from '../../platform/db/index.ts';
import { startChat } from '../../speech/testing/chat-server.ts';
import { startOpenAiSpeech } from '../../speech/testing/voice-servers.ts';
import { insertPlan } from '../plans/index.ts';
import { chargeMessage, useRatesOf } from './index.ts';

/** A whole call over a line that costs something, whose robot thinks by a chat endpoint: SIP, the worker, HTTP, the ledger. */
let house: CallHouse;
let chat: Awaited<ReturnType<typeof startChat>>;
let platform = '';
let planId = '';
let lineId = '';

/** Thinks once, and takes its leave. */
const thinkingPlan: Plan = {
  ...shortPlan,
  flows: [
    {
      ...{ id: 'main', name: '主流程', rootNode: 'free' },
      nodes: [
        {
          ...{ kind: 'llm', id: 'free', name: '自由谈', sentences: [], interruption: { when: 'always' } },
          ...{ goal: '约到店', facts: '周末开门', forbidden: [], mostTurns: 3, timeoutMs: 20_000, failed: 'bye' },
          exits: [{ id: 'done', name: '约好了', when: '客户答应来', to: 'bye' }],
        },
        { kind: 'hangup', id: 'bye', name: '再见', sentences: ['再见。'] },
      ],
    },
  ],
};

beforeAll(async () => {
  const usage = { prompt_tokens: 1_500, completion_tokens: 20 };
  chat = await startChat(() => ({ tool: 'exit_1', given: '{}', usage }), true);
  house = await startCallHouse();
  house.far.willSay([]);
  const [{ id, number: cid }] = house.merchants;
  platform = (await openLevel(house, '100000', 'platform')).token;
  planId = await insertPlan(merchantDb(house.database.db, id), thinkingPlan, new Date());
  const line = { name: '线路', address: `127.0.0.1:${house.far.port}`, callerNumber: '4008' };
  lineId = (await house.ask(lineEndpoints.save, line, house.token)).id;
  await house.ask(lineEndpoints.price, { cid, lineId, pricePerMinute: '0.12' }, platform);
  await house.ask(balanceEndpoints.topUp, { cid, amount: '10', requestId: 'use-slice' }, platform);
  const settings = { url: chat.url, model: 'qwen' };
  await house.ask(speechEndpoints.save, { kind: 'openaiChat', name: '模型', settings }, house.token);
});
afterAll(async () => {
  await house.close();
  await chat.close();
});

const prices = { recognitionPrice: '0.06', synthesisPrice: '0.2', modelPrice: '0.1', messagePrice: '0.05' };
const set = (over: object = {}) => house.ask(usePriceEndpoints.set, { ...prices, ...over }, platform);
const callOnce = async () => {
  const wish = { planId, lineId, phone: '13800138000', variables: {} };
  return await house.filed((await house.ask(callEndpoints.place, wish, house.token)).id);
};
const free = { recognition: '0', synthesis: '0', plan: '0', messages: '0' };
const thought = { answers: 1, asked: 1_500, answered: 20, estimated: false };

test('a talk that thinks by a service of the platform pays its tokens beside its minute; record, ledger and statement say the same', async () => {
  await set({ hosts: [new URL(chat.url).host] });
  const call = await callOnce();
  expect(call).toMatchObject({ state: 'answered', hungUpBy: 'robot', cost: '0.272', used: thought });
  expect(call.costs).toEqual({ ...free, talk: '0.12', model: '0.152' });
  // A minute of the line, and 10,000 tokens: what a minute of it may take.
  const { rows } = await house.database.pool.query('select reserved::float8 as held from call where id = $1', [
    call.id,
  ]);
  expect(rows).toEqual([{ held: 1.12 }]);
  expect(await house.ask(balanceEndpoints.info, {}, house.token)).toMatchObject({ amount: '9.728', reserved: '0' });
  const day = new Date().toISOString().slice(0, 10);
  const around = { by: 'line', from: `${day.slice(0, 4)}-01-01`, to: `${day.slice(0, 4)}-12-31` } as const;
  const { list } = await house.ask(statementEndpoints.list, around, house.token);
  expect(list[0]).toMatchObject({ key: lineId, calls: '-0.12', models: '-0.152', speech: '0', total: '-0.272' });
}, 60_000);

test('by its merchant’s own service the same talk uses as much, and pays its minute alone', async () => {
  await set({ hosts: ['models.example.com'] });
  const call = await callOnce();
  expect(call).toMatchObject({ state: 'answered', cost: '0.12', used: thought });
  expect(call.costs).toEqual({ ...free, talk: '0.12', model: '0' });
}, 60_000);

test('a merchant may have prices of its own, and those of all again; each is a version, and its hold counts what it has', async () => {
  const [{ id, number: cid }, { id: other }] = house.merchants;
  const rates = (merchantId: string) => useRatesOf(house.database.db, merchantId, null);
  await set({ hosts: ['127.0.0.1'] });
  const ofAll = { recognition: 600, synthesis: 2_000, model: 1_000, hosts: ['127.0.0.1'], hold: 10_000 };
  expect([await rates(id), await rates(other)]).toEqual([ofAll, { ...ofAll, hold: 0 }]);
  await set({ cid, modelPrice: '0.02' });
  expect(await rates(id)).toEqual({ ...ofAll, model: 200, hold: 2_000 });
  await set({ cid, asAll: '1' });
  expect(await rates(id)).toEqual(ofAll);
  const oddly = { url: 'http:\\\\0x7f000001:9/v1', model: 'tts', speaker: 'a' };
  const { id: voice } = await house.ask(
    speechEndpoints.save,
    { kind: 'openaiSpeech', name: '女声', settings: oddly },
    house.token,
  );
  expect(await rates(id)).toEqual({ ...ofAll, hold: 10_600 });
  await house.ask(speechEndpoints.remove, { id: voice }, house.token);
  const { versions } = await house.ask(usePriceEndpoints.list, { cid }, platform);
  expect(versions).toMatchObject([{ asAll: true }, { asAll: false, modelPrice: '0.02', by: '负责人' }]);
  const { list } = await house.ask(auditEndpoints.list, {}, platform);
  expect(list.filter(({ action }) => action === 'balance.usePrices')).toHaveLength(5);
  const refused = { ...prices, hosts: JSON.stringify(['http://models.example.com/']), token: platform };
  expect(await house.post('balance/setUsePrices', refused)).toMatchObject({ errorCode: 100 });
});

test('a text message is paid by its parts before it is sent, once a request', async () => {
  const [{ id: merchantId }, { id: poor }] = house.merchants;
  const send = (over: object) =>
    inTransaction(house.database.db, tx =>
      chargeMessage(tx, { merchantId, parts: 3, call: null, requestId: 'sms-1', ...over }),
    );
  expect([await send({}), await send({}), await send({ merchantId: poor })]).toEqual([1_500, 'before', 'short']);
});

test('a sentence that its voice was asked for is used, though the talk is over before it comes', async () => {
  const voice = await startOpenAiSpeech(text => (text.includes('还在吗') ? 'hangs' : 'none'));
  try {
    const settings = { url: voice.url, model: 'tts-1', speaker: 'alloy' };
    await house.ask(speechEndpoints.save, { kind: 'openaiSpeech', name: '女声', settings }, house.token);
    const { used } = await callOnce();
    const asked = voice.asked.map(line => line.split('|')[0] ?? '');
    expect(asked).toContain('还在吗？');
    expect(used.characters).toBe(asked.join('').length);
  } finally {
    await voice.close();
  }
}, 60_000);
