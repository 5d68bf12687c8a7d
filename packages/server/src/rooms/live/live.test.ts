import type { CallWord, LiveCallEvent } from '@lianxian/contract';
import { type ConversationNote, followTalk, instant, noTalk } from '@lianxian/core';
import { expect, test } from 'vitest';
import { createLiveCalls, type OwnedWord, type WatchedCall } from './live.ts';

const live = () => {
  const published: (readonly LiveCallEvent[])[] = [];
  const told: { readonly task: string; readonly words: readonly CallWord[] }[] = [];
  const ofMerchant: { readonly merchantId: string; readonly words: readonly OwnedWord[] }[] = [];
  const forgets: (() => void)[] = [];
  const waiting: (() => void)[] = [];
  const [lines, more, resting]: [string[], string[], (() => void)[]] = [[], [], []];
  let left: () => void = () => undefined;
  const calls = createLiveCalls({
    publish: (_merchant, _call, events) => published.push([...events]),
    publishTask: (_merchant, task, words) => {
      told.push({ task, words });
      return new Promise(resolve => {
        left = resolve;
      });
    },
    publishMerchant: async (merchantId, words) => void ofMerchant.push({ merchantId, words }),
    publishLines: merchant => lines.push(merchant),
    onMoreSip: (_merchant, call, messages) =>
      more.push(`${call}: ${messages.map(({ summary }) => summary).join(', ')}`),
    later: forget => forgets.push(forget),
    soon: send => waiting.push(send),
    rest: over => resting.push(over),
  });
  /** The moment of the fold comes; answers how many there were. */
  const moment = (): number => waiting.splice(0).map(send => send()).length;
  /** The bus has taken the last message. */
  const taken = async (): Promise<void> => {
    left();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { calls, published, told, ofMerchant, forgets, lines, more, resting, moment, taken };
};
/** Nobody was heard yet, and nobody wants anything. */
const quiet = { wants: [], heardMs: null };
const moved = (to: 'placed' | 'dialling' | 'ringing' | 'talking' | 'ended', ms: number) => ({ to, at: instant(ms) });
/** Says it into a call, each with the talk so far. */
const talkInto = (call: WatchedCall) => {
  let talk = noTalk;
  return (note: ConversationNote) => {
    talk = followTalk(talk, note);
    call.noted(note, talk);
  };
};

test('nothing is sent while nobody watches; a late watcher gets all from the start, then each as it comes', () => {
  const { calls, published } = live();
  const call = calls.begin({ call: '7', merchantId: '1', taskId: null }, instant(100));
  call.moved(moved('placed', 100));
  call.moved(moved('dialling', 150));
  expect(published).toEqual([]);
  calls.watch('7', true, instant(200));
  call.moved(moved('ringing', 300));
  expect(published.map(events => events.map(event => [event.seq, event.atMs]))).toEqual([
    [
      [1, 0],
      [2, 50],
    ],
    [[3, 200]],
  ]);
});

test('a watch that is not renewed runs out; a renewal repeats nothing', () => {
  const { calls, published } = live();
  const call = calls.begin({ call: '7', merchantId: '1', taskId: null }, instant(0));
  call.moved(moved('placed', 0));
  calls.watch('7', true, instant(0));
  calls.watch('7', false, instant(10_000));
  expect(published).toHaveLength(1);
  call.moved(moved('dialling', 34_000));
  call.moved(moved('ringing', 36_000));
  expect(published).toHaveLength(2);
});

test('an ended call is forgotten a little later, and an unknown one is nobody’s', () => {
  const { calls, published, forgets } = live();
  const call = calls.begin({ call: '7', merchantId: '1', taskId: null }, instant(0));
  call.moved(moved('placed', 0));
  call.end();
  calls.watch('7', true, instant(10));
  expect(published).toHaveLength(1);
  forgets[0]!();
  calls.watch('7', true, instant(20));
  calls.watch('8', true, instant(20));
  expect(published).toHaveLength(1);
});

const says = (text: string, ms: number) => ({ type: 'callee.saying', at: instant(ms), line: 1, text }) as const;

test('a board gets nothing unwatched, all its live calls at a new watch, then the newest of each in one message', async () => {
  const { calls, told, moment, taken } = live();
  const [seven, eight] = [
    calls.begin({ call: '7', merchantId: '1', taskId: '70' }, instant(0)),
    calls.begin({ call: '8', merchantId: '1', taskId: '70' }, instant(0)),
  ];
  const intoEight = talkInto(eight);
  const [intoOther, intoTest] = [
    talkInto(calls.begin({ call: '9', merchantId: '1', taskId: '71' }, instant(0))),
    talkInto(calls.begin({ call: '10', merchantId: '1', taskId: null }, instant(0))),
  ];
  seven.moved(moved('ringing', 10));
  expect(moment()).toBe(0);
  calls.watchTask('70', true, instant(20));
  moment();
  expect(told).toEqual([
    {
      task: '70',
      words: [
        { call: '7', state: 'ringing', node: '', speaker: null, text: '', level: null, ...quiet },
        { call: '8', state: 'placed', node: '', speaker: null, text: '', level: null, ...quiet },
      ],
    },
  ]);
  await taken();
  intoEight({ type: 'node.entered', at: instant(30), node: 'n1', name: '开场白', knowledge: false });
  intoEight(says('你', 40));
  intoEight(says('你好', 50));
  intoOther(says('别的任务', 50));
  intoTest(says('试呼', 50));
  expect(moment()).toBe(1);
  expect(told.slice(1)).toEqual([
    {
      task: '70',
      words: [{ call: '8', state: 'placed', node: '开场白', speaker: 'callee', text: '你好', level: null, ...quiet }],
    },
  ]);
});

test('while the bus is slow words are folded, and an ended call is told even when its record is filed at once', async () => {
  const { calls, told, moment, taken } = live();
  const call = calls.begin({ call: '7', merchantId: '1', taskId: '70' }, instant(0));
  const into = talkInto(call);
  calls.watchTask('70', true, instant(0));
  moment();
  into(says('一', 10));
  into(says('一二', 20));
  call.moved(moved('ended', 30));
  call.end();
  expect([moment(), told.length]).toEqual([0, 1]);
  await taken();
  expect(moment()).toBe(1);
  expect(told[1]?.words).toEqual([
    { call: '7', state: 'ended', node: '', speaker: 'callee', text: '一二', level: null, ...quiet },
  ]);
  calls.watchTask('70', true, instant(40));
  await taken();
  expect([moment(), told.length]).toEqual([0, 2]);
});

test('a board opened before the first call sees it; a watch that ran out sees none', () => {
  const { calls, told, moment } = live();
  calls.watchTask('70', true, instant(0));
  const call = calls.begin({ call: '7', merchantId: '1', taskId: '70' }, instant(1_000));
  call.moved(moved('ringing', 1_000));
  moment();
  expect(told.map(({ words }) => words.map(({ state: now }) => now))).toEqual([['ringing']]);
  talkInto(call)(says('晚了', 25_001));
  expect(moment()).toBe(0);
});

test('of a long sentence a tile shows the newest 60 characters', () => {
  const { calls, told, moment } = live();
  const into = talkInto(calls.begin({ call: '7', merchantId: '1', taskId: '70' }, instant(0)));
  calls.watchTask('70', true, instant(0));
  into(says(`${'很'.repeat(100)}长😀`, 10));
  moment();
  const [word] = told[0]!.words;
  expect(word?.text).toBe(`…${'很'.repeat(57)}长😀`);
});

test('the monitor of lines is told of moves at once, then once in a while, and only while it watches', () => {
  const { calls, lines, resting } = live();
  const call = calls.begin({ call: '7', merchantId: '1', taskId: null }, instant(0));
  call.moved(moved('placed', 0));
  expect(lines).toEqual([]);
  calls.watchLines('1', instant(0));
  call.moved(moved('dialling', 10));
  call.moved(moved('ringing', 20));
  expect(lines).toEqual(['1']);
  resting.splice(0).map(over => over());
  expect(lines).toEqual(['1', '1']);
  resting.splice(0).map(over => over());
  expect(lines).toEqual(['1', '1']);
  call.moved(moved('ringing', 30_000));
  expect(lines).toEqual(['1', '1']);
});

test('SIP of a call is told in its order to who watches it, and moves no board', () => {
  const { calls, published, told, more, forgets } = live();
  const call = calls.begin({ call: '7', merchantId: '1', taskId: null }, instant(0));
  const message = { at: instant(5), callId: 'a', cseq: '1 INVITE', peer: { host: '::1', port: 1 }, transport: 'udp' };
  calls.ladders.seen({ ...message, way: 'out', summary: 'INVITE', text: () => 'INVITE' });
  calls.ladders.belongs('a', '7');
  calls.watch('7', true, instant(6));
  call.ladder({ state: 'busy', fault: 'callee', mayRetry: true, sipCode: null, because: 'busy' });
  call.end();
  calls.ladders.seen({ ...message, way: 'in', summary: '486 Busy Here', text: () => '486' });
  expect(published.flat()).toMatchObject([
    { kind: 'sip', seq: 1, message: { summary: 'INVITE', atMs: 5 } },
    { kind: 'sip', seq: 2, message: { summary: '486 Busy Here', text: '486' } },
  ]);
  expect(told).toEqual([]);
  for (const forget of forgets.splice(0)) forget();
  expect(more.at(-1)).toBe('7: INVITE, 486 Busy Here');
});

const said = (text: string, from: number, to: number, wants?: 'person' | 'complaint'): ConversationNote => ({
  ...{ type: 'callee.said', at: instant(from), endAt: instant(to), line: from, text, node: 'n1' },
  ...{ understood: null, missed: false, whileRobotSpoke: false },
  ...(wants && { wants }),
});

test('the live page of a merchant gets each of its calls with whose it is, once a second, and no other merchant’s', async () => {
  const { calls, ofMerchant, resting } = live();
  const owner = { id: '5', departmentPath: '/1/' };
  const seven = calls.begin({ call: '7', merchantId: '1', taskId: '70', owner }, instant(0));
  calls.begin({ call: '8', merchantId: '1', taskId: null }, instant(0));
  calls.begin({ call: '9', merchantId: '2', taskId: null }, instant(0));
  calls.watchMerchant('1', true, instant(10));
  const second = async () => {
    await Promise.all(resting.splice(0).map(over => over()));
    await Promise.resolve();
  };
  await second();
  expect(ofMerchant.map(({ merchantId }) => merchantId)).toEqual(['1']);
  expect(ofMerchant[0]?.words.map(({ owner: of, word }) => [of, word.call])).toEqual([
    [owner, '7'],
    [null, '8'],
  ]);
  seven.moved(moved('talking', 1_000));
  const into = talkInto(seven);
  into(said('转人工', 3_000, 4_000, 'person'));
  into(said('我要投诉', 8_000, 9_500, 'complaint'));
  await second();
  expect(ofMerchant.slice(1)).toEqual([
    {
      merchantId: '1',
      words: [
        {
          owner,
          word: expect.objectContaining({
            ...{ call: '7', state: 'talking', text: '我要投诉' },
            ...{ wants: ['person', 'complaint'], heardMs: 8_500 },
          }),
        },
      ],
    },
  ]);
});
