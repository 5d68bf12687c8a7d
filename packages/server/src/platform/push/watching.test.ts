import type { PageMessage, TopicMessage } from '@lianxian/contract';
import { expect, test } from 'vitest';
import type { Session } from '../http/index.ts';
import { limitConcurrency } from '../limit-concurrency.ts';
import { type Connection, closeCodes } from './connection.ts';
import { deliver, toPeople } from './delivery.ts';
import { createDirectory } from './directory.ts';
import type { Hub } from './hub.ts';
import { createOutbox } from './outbox.ts';
import { reviewRights } from './rights.ts';
import { hear } from './watching.ts';

const sessionOf = (employeeId: string, merchantId = '1'): Session => ({
  id: `s${employeeId}`,
  merchantId,
  employeeId,
  roleCode: 'company',
  level: 'merchant',
  scope: 'all',
  departmentPath: '',
  rights: new Set(),
  buttons: new Set(),
  expiresAt: new Date(0),
  due: null,
  provedAt: new Date(0),
  preview: null,
  isSeat: false,
});

const connect = (hub: Hub, session: Session) => {
  const said: (TopicMessage | PageMessage)[] = [];
  const sent: Buffer[] = [];
  const closed: number[] = [];
  const connection: Connection = {
    session,
    language: 'zh-CN',
    isOwnPage: true,
    topics: new Set(),
    inTurn: limitConcurrency(1),
    lastSeq: 0,
    held: null,
    said: 0,
    say: message => void said.push(message),
    send: bytes => void sent.push(bytes),
    close: code => void closed.push(code),
    beat: () => undefined,
  };
  hub.here.add(connection);
  return { connection, said, sent, closed };
};

const openHub = (): Hub => ({
  here: createDirectory(),
  providers: [{ prefix: 'call:', mayWatch: async () => true }],
  outbox: createOutbox(),
  missedBy: async () => [],
  sessionsOf: async () => new Map(),
  reviewing: Promise.resolve(),
  failed: error => {
    throw error;
  },
});

const topics = (many: number) =>
  Array.from({ length: many }, (_, n) => JSON.stringify({ type: 'subscribe', topic: `call:${n + 1}` }));

test('a page that leaves a topic while its right to it is looked up does not watch it afterwards', async () => {
  const right = Promise.withResolvers<boolean>();
  const hub = { ...openHub(), providers: [{ prefix: 'call:', mayWatch: () => right.promise }] };
  const { connection } = connect(hub, sessionOf('1'));
  const said = ['subscribe', 'unsubscribe'].map(type =>
    hear(hub, connection, JSON.stringify({ type, topic: 'call:1' })),
  );
  right.resolve(true);
  await Promise.all(said);
  expect([...connection.topics]).toEqual([]);
});

test('a page watches fifty topics at most, however fast it asks, and is told so for the others', async () => {
  const hub = openHub();
  const { connection, said } = connect(hub, sessionOf('1'));
  await Promise.all(topics(60).map(text => hear(hub, connection, text)));
  expect(connection.topics.size).toBe(50);
  expect(said).toHaveLength(10);
  expect(said[0]).toMatchObject({
    type: 'refused',
    errorCode: 280,
    errorMsg: '同时打开的实时页面太多，请先关掉几个',
  });
});

test('a page that subscribes to a thousand topics at once is closed as one that says too much', async () => {
  const hub = openHub();
  const { connection, closed } = connect(hub, sessionOf('1'));
  await Promise.all(topics(1_000).map(text => hear(hub, connection, text)));
  expect(connection.topics.size).toBe(50);
  expect(closed[0]).toBe(closeCodes.tooFast);
});

test('a message to many is written once, and goes to whom it is for alone', async () => {
  const hub = openHub();
  const mine = Array.from({ length: 300 }, (_, n) => connect(hub, sessionOf(String(n + 1))));
  const foreign = connect(hub, sessionOf('999', '2'));
  toPeople(hub, hub.here.ofMerchant('1'), { type: 1, msg: '全体', seq: 7 });
  await expect.poll(() => mine.every(({ sent }) => sent.length === 1)).toBe(true);
  expect(new Set(mine.map(({ sent }) => sent[0])).size).toBe(1);
  expect(String(mine[0]!.sent[0])).toBe('{"type":1,"msg":"全体","seq":7}');
  expect(foreign.sent).toEqual([]);
});

test('what is said first reaches everybody first, however many there are', async () => {
  const hub = openHub();
  const pages = Array.from({ length: 1_000 }, (_, n) => connect(hub, sessionOf(String(n + 1))));
  for (const { connection } of pages) hub.here.watch(connection, 'call:1');
  toPeople(hub, hub.here.ofMerchant('1'), { type: 2, msg: '一', seq: 1 });
  deliver(hub, '1', 'call:1', { type: 'callFiled', topic: 'call:1', id: '5' });
  toPeople(hub, hub.here.ofMerchant('1'), { type: 2, msg: '二', seq: 2 });
  await expect.poll(() => pages.every(({ sent }) => sent.length === 3)).toBe(true);
  const orders = new Set(
    pages.map(({ sent }) => sent.map(bytes => JSON.parse(String(bytes)).seq ?? 'topic').join(' ')),
  );
  expect([...orders]).toEqual(['1 topic 2']);
});

test('a phone is masked for who may not see phones', () => {
  const hub = openHub();
  const [seeing, other] = [sessionOf('1'), sessionOf('2')];
  const pages = [connect(hub, { ...seeing, buttons: new Set(['phone:unmask']) }), connect(hub, other)];
  toPeople(hub, hub.here.ofMerchant('1'), { type: 4, phone: '13812342217', id: '9', seq: 1 });
  expect(pages.map(({ sent }) => JSON.parse(String(sent[0])).phone)).toEqual(['13812342217', '138****2217']);
});

test('a message that was sent already is not sent again', () => {
  const hub = openHub();
  const { connection, sent } = connect(hub, sessionOf('1'));
  connection.lastSeq = 5;
  for (const seq of [4, 5, 6, 6]) toPeople(hub, hub.here.ofMerchant('1'), { type: 2, msg: '', seq });
  expect(sent.map(bytes => JSON.parse(String(bytes)).seq)).toEqual([6]);
});

test('who may still be in is one question for all sockets, however many there are', async () => {
  const asked: number[] = [];
  const hub: Hub = {
    ...openHub(),
    sessionsOf: async ids => {
      asked.push(ids.length);
      return new Map(ids.filter(id => id !== 's3').map(id => [id, sessionOf(id.slice(1))]));
    },
  };
  const pages = Array.from({ length: 5_000 }, (_, n) => connect(hub, sessionOf(String(1 + (n % 1_000)))));
  await reviewRights(hub, [...hub.here.all], false);
  expect(asked).toEqual([1_000]);
  expect(pages.filter(({ closed }) => closed.length > 0).length).toBe(5);
  expect(pages.every(({ said }) => said.length === 0)).toBe(true);
});
