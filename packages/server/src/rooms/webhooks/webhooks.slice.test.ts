import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { messageEndpoints, webhookEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHouse, type TestHouse, testConfig } from '../../../test/house.ts';
import { openProcessContext, type ProcessContext } from '../../composition/process-context.ts';
import { inTransaction } from '../../platform/db/index.ts';
import { openEgressGuard } from '../../platform/egress-guard.ts';
import { openRinger } from '../bell/index.ts';
import { keepTaken, letGo, noteFailed, noteSent, takeDue } from './delivery.store.ts';
import { openDeliverer, tellEndpoints } from './index.ts';

interface Got {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}
type Answering = (got: Got, response: ServerResponse) => void;

/** The merchant's own system: what it got, and how it answers; by default with 200. */
const openReceiver = async () => {
  const got: Got[] = [];
  let answering: Answering = (_, response) => response.end('ok');
  const server = createServer((asked, response) => {
    void text(asked).then(body => {
      const one = { path: asked.url ?? '', headers: asked.headers, body };
      got.push(one);
      answering(one, response);
    });
  });
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening));
  return {
    got,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: (next: Answering) => {
      answering = next;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

let house: TestHouse;
let jobs: ProcessContext;
let receiver: Awaited<ReturnType<typeof openReceiver>>;
const tokens: string[] = [];

beforeAll(async () => {
  house = await startTestHouse({ privateHosts: ['127.0.0.1'] });
  jobs = await openProcessContext(testConfig({ dataDir: house.dataDir, databaseUrl: house.url }), 'jobs');
  receiver = await openReceiver();
  for (const merchant of house.merchants) tokens.push(await house.signIn(merchant));
});
beforeEach(async () => {
  await sql('delete from webhook_endpoint');
  receiver.got.length = 0;
  receiver.answer((_, response) => response.end('ok'));
});
afterAll(async () => {
  receiver.close();
  await jobs.close();
  await house.close();
});

const sql = async (query: string, ...values: unknown[]) => (await house.database.pool.query(query, values)).rows;
const until = async <T>(sees: () => Promise<T | false | undefined>): Promise<T> => {
  for (const limit = performance.now() + 20_000; performance.now() < limit; ) {
    const seen = await sees();
    if (seen !== false && seen !== undefined) return seen;
    await new Promise(resolve => setTimeout(resolve, 20));
  }
  throw new Error('what a test waited for did not come');
};

/** A deliverer at work while `during` goes on. */
const delivering = async (during: (wake: () => void) => Promise<void>, egress = openEgressGuard(['127.0.0.1'])) => {
  const { db } = jobs.database;
  const deliverer = openDeliverer({ ...jobs, db, egress });
  try {
    await during(deliverer.wake);
  } finally {
    await deliverer.close();
  }
};

const open = async (path: string, over: { merchant?: 0 | 1; url?: string; events?: string[]; whole?: boolean } = {}) =>
  house.ask(
    webhookEndpoints.save,
    {
      name: path,
      url: over.url ?? `${receiver.url}/${path}`,
      events: (over.events ?? ['task.finished', 'task.paused']) as ['task.finished'],
      wholeNumbers: over.whole ? '1' : '0',
    },
    tokens[over.merchant ?? 0],
  );
const AT = new Date('2026-11-20T02:00:00.000Z');
/** A task is finished, as it is told. */
const tell = (id: string, { merchant = 0, name = '任务' }: { merchant?: 0 | 1; name?: string } = {}) =>
  inTransaction(jobs.database.db, tx =>
    tellEndpoints(tx, {
      merchantId: house.merchants[merchant].id,
      event: 'task.finished',
      subject: `task:${id}`,
      at: AT,
      data: { id, name, because: '' },
    }),
  );
const rows = () =>
  sql('select state, tries, code, because, answer, subject, event_id, due_at from webhook_delivery order by id');
const settled = async () =>
  until(async () => {
    const all = await rows();
    return all.every(({ state }) => state !== 'waiting') && all;
  });
const dueNow = () =>
  sql("update webhook_delivery set due_at = now() where state = 'waiting'").then(() =>
    sql('update webhook_endpoint set rests_until = null'),
  );

test('what is told reaches every endpoint that listens, signed, and what was rolled back reaches nobody', async () => {
  const { secret } = await open('one');
  await open('two');
  await open('deaf', { events: ['call.ended'] });
  await open('other', { merchant: 1 });
  await tell('7', { name: '秋季回访' });
  await inTransaction(jobs.database.db, async tx => {
    await tellEndpoints(tx, {
      ...{ merchantId: house.merchants[0].id, event: 'task.finished', subject: 'task:8', at: AT },
      data: { id: '8', name: 'x', because: '' },
    });
    throw new Error('rolled back');
  }).catch(() => undefined);
  await delivering(async () => void (await settled()));
  expect(receiver.got.map(({ path }) => path).toSorted()).toEqual(['/one', '/two']);
  const one = receiver.got.find(({ path }) => path === '/one')!;
  expect(JSON.parse(one.body)).toEqual({
    id: one.headers['webhook-id'],
    type: 'task.finished',
    version: 1,
    at: '2026-11-20T02:00:00.000Z',
    data: { id: '7', name: '秋季回访', because: '' },
  });
  const signed = `${one.headers['webhook-id']}.${one.headers['webhook-timestamp']}.${one.body}`;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  expect(one.headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
  expect(await rows()).toMatchObject([
    { state: 'sent', tries: 1, code: 200, answer: 'ok' },
    { state: 'sent', tries: 1, code: 200 },
  ]);
});

test('what is told of one thing arrives in order and with its id at each try; of other things nobody waits for it', async () => {
  await open('one');
  let isBroken = true;
  receiver.answer(({ body }, response) => {
    if (isBroken && body.includes('"id":"1"')) response.statusCode = 503;
    response.end('x');
  });
  await tell('1', { name: 'first' });
  await tell('1', { name: 'second' });
  await tell('2', { name: 'other' });
  const names = () => receiver.got.map(({ body }) => (JSON.parse(body) as { data: { name: string } }).data.name);
  await delivering(async wake => {
    await until(async () => (await rows()).some(({ subject, state }) => subject === 'task:2' && state === 'sent'));
    const failed = await until(async () => {
      const [first] = await rows();
      return first?.code === 503 && first;
    });
    expect(names().filter(name => name === 'second')).toEqual([]);
    expect(failed).toMatchObject({ state: 'waiting', tries: 1, code: 503, because: 'refused' });
    isBroken = false;
    await dueNow();
    wake();
    await settled();
  });
  expect(names().filter(name => name !== 'other')).toEqual(['first', 'first', 'second']);
  const ids = receiver.got.filter(({ body }) => body.includes('"first"')).map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(1);
});

test('after a day a delivery is given up, what waits behind it goes on, and it can be sent again', async () => {
  const { id } = await open('one');
  receiver.answer((_, response) => {
    response.statusCode = 500;
    response.end('\u0007no\nroom');
  });
  await tell('1');
  await sql("update webhook_delivery set since = now() - interval '24 hours'");
  await tell('1', { name: 'behind' });
  await delivering(async () => {
    await until(async () => (await rows())[0]?.state === 'givenUp');
  });
  const { list } = await house.ask(webhookEndpoints.deliveries, { endpointId: id, state: 'givenUp' }, tokens[0]);
  expect(list).toMatchObject([
    { event: 'task.finished', eventText: '任务完成', code: 500, becauseText: '对方返回了错误', dueAt: null },
  ]);
  const one = await house.ask(webhookEndpoints.delivery, { id: list[0]!.id }, tokens[0]);
  expect([one.answer, JSON.parse(one.body)]).toMatchObject(['no room', { type: 'task.finished', data: { id: '1' } }]);
  receiver.answer((_, response) => response.end());
  const before = (await rows())[0]?.event_id;
  expect(await house.ask(webhookEndpoints.replay, { endpointId: id }, tokens[0])).toEqual({ count: 1 });
  await dueNow();
  await delivering(async () => void (await settled()));
  expect(await rows()).toMatchObject([{ state: 'sent', tries: 1, event_id: before }, { state: 'sent' }]);
  expect(await house.ask(webhookEndpoints.replay, { endpointId: id, ids: [list[0]!.id] }, tokens[0])).toEqual({
    count: 1,
  });
});

test('an endpoint that took nothing for three days is switched off, and its owner is told', async () => {
  const { id } = await open('one');
  receiver.answer((_, response) => {
    response.statusCode = 500;
    response.end();
  });
  await tell('1');
  await sql("update webhook_endpoint set failures = 40, failing_since = now() - interval '73 hours'");
  await delivering(async () => {
    await until(async () => (await sql('select enabled from webhook_endpoint'))[0]?.enabled === false);
  });
  const listed = await house.ask(webhookEndpoints.list, {}, tokens[0]);
  expect(listed.list).toMatchObject([{ id, enabled: false, offBecauseText: '连续三天送不到，已自动停用', waiting: 1 }]);
  const ringer = openRinger({ db: jobs.database.db, log: jobs.log });
  const told = await until(async () => {
    const { list } = await house.ask(messageEndpoints.list, {}, tokens[0]);
    return list.length > 0 && list;
  });
  await ringer.close();
  expect(told.map(({ type, msg }) => [type, msg])).toEqual([
    [1, 'Webhook“one”连续三天送不到，已自动停用，请检查接收地址再启用。'],
  ]);
  expect(await tell('2')).toEqual([]);
  await house.ask(webhookEndpoints.enable, { id, enabled: '1' }, tokens[0]);
  expect(await tell('2')).toHaveLength(1);
});

test('nothing goes into a private network, whatever a name says later, and a redirect is not followed', async () => {
  await open('one', { url: 'http://inner.example/hook' });
  const looked: string[] = [];
  const egress = openEgressGuard([], async host => {
    looked.push(host);
    // A name that answered well once.
    return [{ address: looked.length === 1 ? '10.0.0.7' : '127.0.0.1', family: 4 }];
  });
  await tell('1');
  await delivering(async wake => {
    await until(async () => (await rows())[0]?.because === 'notAllowed');
    await dueNow();
    wake();
    await until(async () => (await rows())[0]?.tries === 2 && (await rows())[0]?.because === 'notAllowed');
  }, egress);
  expect([looked, receiver.got]).toEqual([['inner.example', 'inner.example'], []]);
  await sql('delete from webhook_endpoint');
  await open('two');
  receiver.answer((_, response) => response.writeHead(302, { location: `${receiver.url}/elsewhere` }).end());
  await tell('1');
  await delivering(async () => void (await until(async () => (await rows())[0]?.because === 'redirected')));
  expect(receiver.got.map(({ path }) => path)).toEqual(['/two']);
});

test('an endpoint that never answers keeps no other merchant waiting, and has few requests at once', async () => {
  await open('slow');
  await open('quick', { merchant: 1 });
  receiver.answer(({ path }, response) => {
    if (path === '/quick') response.end();
  });
  for (let n = 1; n <= 40; n += 1) await tell(String(n));
  await delivering(async () => {
    await until(async () => receiver.got.filter(({ path }) => path === '/slow').length === 4);
    await tell('1', { merchant: 1 });
    await until(async () => (await rows()).some(({ state }) => state === 'sent'));
    expect(receiver.got.some(({ path }) => path === '/quick')).toBe(true);
    expect(receiver.got.filter(({ path }) => path === '/slow')).toHaveLength(4);
  });
  // What was under way when the process ended is let go untried.
  const waiting = (await rows()).filter(({ state }) => state === 'waiting');
  expect([waiting.length, waiting.every(({ tries }) => tries === 0)]).toEqual([40, true]);
});

test('what a process had taken when it was killed is sent by the next', async () => {
  await open('one');
  await tell('1');
  await sql("update webhook_delivery set taken_until = now() + interval '1 minute', tries = 1");
  await delivering(async wake => {
    await tell('2');
    wake();
    await until(async () => (await rows())[1]?.state === 'sent');
    expect((await rows())[0]).toMatchObject({ state: 'waiting', tries: 1 });
    await sql("update webhook_delivery set taken_until = now() - interval '1 second' where state = 'waiting'");
    wake();
    await settled();
  });
  expect((await rows())[0]).toMatchObject({ state: 'sent', tries: 2 });
});

/** What a process takes that has nothing under way. */
const take = () => takeDue(jobs.database.db, 8, { endpoints: [], merchants: [] });
const runOut = () => sql("update webhook_delivery set taken_until = now() - interval '1 second'");

test('a lease that ran out is kept by who had it, as long as nobody else took it', async () => {
  await open('one');
  await tell('1');
  const first = await take();
  await runOut();
  await keepTaken(jobs.database.db, first);
  expect(await take()).toEqual([]);
  const [fresh] = await sql(
    "update webhook_delivery set taken_until = now() + interval '1 minute' returning taken_until",
  );
  await keepTaken(jobs.database.db, first);
  expect(await sql('select taken_until from webhook_delivery')).toEqual([fresh]);
  await runOut();
  expect(await take()).toHaveLength(1);
  await runOut();
  await keepTaken(jobs.database.db, first);
  expect(await take()).toHaveLength(1);
});

test('what a process brings of a message that another took meanwhile changes nothing', async () => {
  const { db } = jobs.database;
  await open('one');
  await tell('1');
  const [late] = await take();
  await runOut();
  const [own] = await take();
  const refused = { because: 'refused', code: 500, answer: '', tookMs: 1 } as const;
  const sent = { ...refused, because: '', code: 200 } as const;
  const bringLate = async () => {
    await letGo(db, late!);
    await noteSent(db, late!, sent);
    expect(await noteFailed(db, late!, refused, { waitMs: 0, restMs: 0 })).toBeNull();
  };
  const standing = () =>
    sql(`select state, tries, taken_until > now() as taken, code, failures from webhook_delivery w
      join webhook_endpoint e on e.merchant_id = w.merchant_id and e.id = w.endpoint_id`);
  await bringLate();
  expect(await standing()).toEqual([{ state: 'waiting', tries: 2, taken: true, code: null, failures: 0 }]);
  await noteSent(db, own!, sent);
  await bringLate();
  expect(await standing()).toEqual([{ state: 'sent', tries: 2, taken: null, code: 200, failures: 0 }]);
});

test('a test is sent at once and stands in the log; it counts neither for nor against the endpoint', async () => {
  const { id } = await open('one');
  expect(await house.ask(webhookEndpoints.test, { id }, tokens[0])).toMatchObject({
    ...{ event: 'test', eventText: '测试', state: 'sent', code: 200, answer: 'ok' },
  });
  expect(JSON.parse(receiver.got[0]!.body)).toMatchObject({ type: 'test', data: { from: 'one' } });
  receiver.answer((_, response) => response.writeHead(404).end());
  expect(await house.ask(webhookEndpoints.test, { id }, tokens[0])).toMatchObject({ state: 'givenUp', code: 404 });
  expect(await sql('select failures from webhook_endpoint')).toEqual([{ failures: 0 }]);
});

test('an address is one of the web; what is edited keeps its secret, and a renewed secret is another', async () => {
  const bad = await house.post('webhook/save', { name: 'x', url: 'ftp://a.example/', events: '[]', token: tokens[0]! });
  expect(bad.errorMsg).toBe('地址应以 http:// 或 https:// 开头，不带账号密码');
  const { id, secret } = await open('one');
  const edited = { id, name: '新名字', url: `${receiver.url}/new?key=1`, events: ['call.ended' as const] };
  expect(await house.ask(webhookEndpoints.save, edited, tokens[0])).toEqual({ id, secret: '' });
  const renewed = await house.ask(webhookEndpoints.renewSecret, { id }, tokens[0]);
  expect([renewed.secret.startsWith('whsec_'), renewed.secret === secret]).toEqual([true, false]);
  const [{ after }] = await sql("select after from audit where action = 'webhook.save' order by id desc limit 1");
  expect(after).toMatchObject({ name: '新名字', url: `${receiver.url}/new` });
});

test('whole numbers are sent and shown only where who set it sees them', async () => {
  const { id } = await open('whole', { whole: true });
  await open('masked');
  const [{ merchantId }] = await sql('select merchant_id as "merchantId" from webhook_endpoint limit 1');
  await inTransaction(jobs.database.db, tx =>
    tellEndpoints(tx, {
      ...{ merchantId, event: 'task.finished', subject: 'task:1', at: AT },
      data: { id: '1', name: '13812342217', because: '' },
      masked: { id: '1', name: '138****2217', because: '' },
    }),
  );
  const bodies = await sql('select body from webhook_delivery order by id');
  expect(bodies.map(({ body }) => JSON.parse(body).data.name)).toEqual(['13812342217', '138****2217']);
  await sql('insert into merchant_settings (merchant_id, owner_sees_phones) values ($1, false)', merchantId);
  const again = { id, name: 'x', url: receiver.url, events: '[]', wholeNumbers: '1', token: tokens[0]! };
  // Nor by what was written whole before, which would go to another address then.
  for (const wholeNumbers of ['1', '0'])
    expect((await house.post('webhook/save', { ...again, wholeNumbers })).errorMsg).toBe(
      '你看不到完整号码，不能让系统发送完整号码',
    );
  const { list } = await house.ask(webhookEndpoints.deliveries, { endpointId: id }, tokens[0]);
  expect((await house.ask(webhookEndpoints.delivery, { id: list[0]!.id }, tokens[0])).body).toBe('');
});
