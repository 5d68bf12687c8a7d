import {
  callEndpoints,
  type LiveCallEvent,
  seatEndpoints,
  seatWorkEndpoints,
  speechEndpoints,
  wire,
} from '@lianxian/contract';
import type { Plan, TransferNode } from '@lianxian/core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { CallHouse } from '../../../test/calls.ts';
import type { TestPerson } from '../../../test/people.ts';
import { seatGround, startSeatHouse } from '../../../test/seat-ground.ts';
import { shortPlan } from '../../../test/short-plan.ts';
import { merchantDb } from '../../platform/db/index.ts';
import { type Reply, startChat } from '../../speech/testing/chat-server.ts';
import type { LocalServer } from '../../speech/testing/sockets.ts';
import { startVosk } from '../../speech/testing/vosk-server.ts';
import { insertPlan } from '../plans/index.ts';

/**
 * What a seat reads and hears of in words: the talk before it, summed up by a chat endpoint, and what is said while it talks, by a
 * recogniser; both small servers of our own, over HTTP and WebSockets.
 */
let house: CallHouse;
let port: number;
let chat: Awaited<ReturnType<typeof startChat>>;
let vosk: LocalServer;
let reply: Reply = 'hangs';
/** Seats alone: no page of theirs lists calls, no button of theirs is any. */
let ben: TestPerson;
let cat: TestPerson;
let planId: string;
let plainPlanId: string;
const TELLS = '方便的，打我手机13812345678';

const { is, onDuty, seat, prepare, quiet } = seatGround(() => ({ house, port }));
const seen = async ({ token }: TestPerson) => (await house.ask(seatWorkEndpoints.call, {}, token)).call;
const place = async (plan: string) => {
  const wish = { planId: plan, lineId: house.lineId, phone: '15400000005', variables: {} };
  return (await house.ask(callEndpoints.place, wish, house.token)).id;
};

/** What comes over a page's socket of one live call; `refused`: it may not. */
const watch = (call: string, token: string) =>
  new Promise<{ events: LiveCallEvent[]; refused: boolean; close: () => void }>((resolve, reject) => {
    const watching = { events: [] as LiveCallEvent[], refused: false, close: () => socket.close() };
    const socket = new WebSocket(`${house.origin.replace('http', 'ws')}${wire.socket}?token=${token}`);
    socket.once('error', reject);
    socket.once('open', () => {
      socket.send(JSON.stringify({ type: 'subscribe', topic: `call:${call}` }));
      resolve(watching);
    });
    socket.on('message', data => {
      const told = JSON.parse(String(data)) as { type: string; event: LiveCallEvent };
      if (told.type === 'call') watching.events.push(told.event);
      if (told.type === 'refused') watching.refused = true;
    });
  });

const wholeLines = (events: readonly LiveCallEvent[]) =>
  events.flatMap(event => (event.kind === 'line' && event.final ? [{ by: event.speaker, text: event.text }] : []));

/** After a greeting that is answered with `yes`, or at once. */
const handsOver = (to: TransferNode['to'], greets: boolean): Plan => {
  const hand: TransferNode = {
    ...{ kind: 'transfer', id: 'hand', name: '转人工', sentences: ['请稍候。'] },
    ...{ to, ringTimeoutMs: 20_000, waiting: [], otherwise: 'bye' },
  };
  const [main] = shortPlan.flows;
  const [opening] = main!.nodes;
  const routers = [{ on: 'yes', to: 'hand' }] as const;
  const nodes = [
    ...(greets ? [{ ...opening, routers: [...routers, { on: 'other', to: 'bye' }] } as typeof opening & object] : []),
    hand,
    { kind: 'hangup', id: 'bye', name: '再见', sentences: ['再见。'] } as const,
  ];
  const flow = { ...main!, rootNode: greets ? 'opening' : 'hand', nodes };
  return { ...shortPlan, name: greets ? '先问后转' : '直接转', flows: [flow] };
};

beforeAll(async () => {
  chat = await startChat(() => reply, true);
  vosk = await startVosk(['周六可以', '周日不行']);
  ({ house, port } = await startSeatHouse());
  await prepare();
  const [ours] = house.merchants;
  [ben, cat] = [await seat('ben', { buttons: ['phone:unmask'] }), await seat('cat', { buttons: [] })];
  const group = { name: '一组', strategy: 'longestIdle' as const, members: [ben.id, cat.id], ringS: '6' };
  const { id } = await house.ask(seatEndpoints.groupSave, group, house.token);
  const db = merchantDb(house.database.db, ours.id);
  planId = await insertPlan(db, handsOver({ type: 'group', group: id }, true), new Date());
  plainPlanId = await insertPlan(db, handsOver({ type: 'group', group: id }, false), new Date());
  const settings = { url: chat.url, model: 'qwen' };
  await house.ask(speechEndpoints.save, { kind: 'openaiChat', name: '模型', settings }, house.token);
});
afterEach(async () => {
  await quiet();
  chat.asked.length = 0;
});
afterAll(async () => {
  await house.close();
  await chat.close();
  await vosk.close();
});

test('a model that hangs is in nobody’s way: it rings with the summary by rule, and the call is taken', async () => {
  reply = 'hangs';
  house.far.willSay([TELLS]);
  const phone = await onDuty(ben, 500);
  phone.willAnswer(false);
  const id = await place(planId);
  await house.until(async () => phone.rung.length > 0);
  const rung = await house.until(() => seen(ben));
  expect(rung).toMatchObject({ callId: id, kind: 'handover', before: { summary: TELLS, summaryBy: 'rule' } });
  expect(rung.before?.chats).toContainEqual({ user: 'user', tran: TELLS });
  await house.until(async () => chat.asked.length > 0);
  // Nobody else is free: it is not rung again, and the plan has its branch.
  const call = await house.filed(id);
  expect(call).toMatchObject({ because: 'robotHungUp', used: { answers: 0 } });
});

test('the model’s summary takes the place of the rule’s, once for all who are rung; no number leaves; its tokens are the call’s', async () => {
  reply = { text: '<think>嗯</think>客户方便，留了手机。', usage: { prompt_tokens: 200, completion_tokens: 9 } };
  house.far.willSay([TELLS]);
  const first = await onDuty(ben, 500);
  first.willAnswer(false);
  const second = await onDuty(cat, 900);
  const id = await place(planId);
  await house.until(async () => (await seen(ben))?.before?.summaryBy === 'model');
  expect((await seen(ben))?.before).toMatchObject({ summary: '客户方便，留了手机。' });
  // Ben lets it ring: cat, who may not see numbers, is next, for the same words.
  await is(cat, 'inCall');
  await house.until(async () => (await seen(cat))?.before?.summaryBy === 'model');
  const { before } = (await seen(cat)) ?? {};
  expect(before).toMatchObject({ summary: '客户方便，留了手机。' });
  expect(JSON.stringify(before)).not.toContain('13812345678');
  expect(chat.asked).toHaveLength(1);
  expect(JSON.stringify(chat.asked)).not.toContain('13812345678');
  expect(JSON.stringify(chat.asked)).toContain('138****5678');
  expect(chat.asked[0], 'an empty list of tools is refused').not.toHaveProperty('tools');
  second.hangUp();
  const { used } = await house.filed(id);
  expect(used).toMatchObject({ answers: 1, asked: 200, answered: 9, estimated: false });
});

let listens = false;
const listen = async (): Promise<void> => {
  if (listens) return;
  listens = true;
  await house.ask(speechEndpoints.save, { kind: 'vosk', name: '识别', settings: { url: vosk.url } }, house.token);
};

test('with a recogniser a seat that takes a call follows both sides’ words as they are said, and nobody else does', async () => {
  await listen();
  house.far.willSay([]);
  const phone = await onDuty(ben, 500);
  const id = await place(plainPlanId);
  await is(ben, 'inCall');
  const [own, others, strangers] = await Promise.all([
    watch(id, ben.token),
    watch(id, cat.token),
    house.signIn(house.merchants[1]).then(token => watch(id, token)),
  ]);
  await house.until(async () => others.refused && strangers.refused);
  phone.hush();
  await house.until(async () => wholeLines(own.events).some(({ by }) => by === 'seat'));
  house.far.interject('');
  await house.until(async () => wholeLines(own.events).some(({ by }) => by === 'callee'));
  expect(wholeLines(own.events).slice(-2)).toEqual([
    { by: 'seat', text: '周六可以' },
    { by: 'callee', text: '周六可以' },
  ]);
  expect(own.refused).toBe(false);
  expect([...others.events, ...strangers.events]).toEqual([]);
  const growing = own.events.filter(event => event.kind === 'line' && !event.final && event.speaker === 'callee');
  expect(growing.length, 'its words grow').toBeGreaterThan(0);
  phone.hangUp();
  const { transcript } = await house.filed(id);
  expect(transcript.slice(-2).map(({ speaker, text }) => [speaker, text])).toEqual([
    ['seat', '周六可以'],
    ['callee', '周六可以'],
  ]);
  for (const { close } of [own, others, strangers]) close();
});

test('who has handed a call on hears no word of it any more, though his page still listens', async () => {
  await listen();
  house.far.willSay([]);
  const first = await onDuty(ben, 500);
  const id = await place(plainPlanId);
  await is(ben, 'inCall');
  const own = await watch(id, ben.token);
  await onDuty(cat, 900);
  first.hush();
  await house.until(async () => wholeLines(own.events).some(({ by }) => by === 'seat'));
  const to = { type: 'seat', id: cat.id } as const;
  await house.ask(seatWorkEndpoints.act, { callId: id, act: 'transfer', to }, ben.token);
  await is(cat, 'inCall');
  await house.until(async () => own.refused);
  const heard = own.events.length;
  const next = await watch(id, cat.token);
  const before = wholeLines(next.events).length;
  house.far.interject('');
  await house.until(async () =>
    wholeLines(next.events)
      .slice(before)
      .some(({ by }) => by === 'callee'),
  );
  expect(own.events.slice(heard)).toEqual([]);
  for (const { close } of [own, next]) close();
});
