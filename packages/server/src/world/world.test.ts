import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Ask } from '@lianxian/core';
import { afterEach, expect, test } from 'vitest';
import { isInner, openEgressGuard } from '../platform/egress-guard.ts';
import { openWorld } from './world.ts';

/** 2026-11-21 10:00 in Beijing. */
const now = () => new Date(1_795_226_400_000);

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const serve = async (answer: (request: IncomingMessage, response: ServerResponse, body: string) => void) => {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', part => {
      body += String(part);
    });
    request.on('end', () => answer(request, response, body));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    return new Promise(resolve => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const worldOf = (allowed = ['127.0.0.1'], secret: string | null = null) =>
  openWorld({ now, egress: openEgressGuard(allowed), webhookSecretOf: async () => secret, modelOf: async () => null });

const webhook = (url: string, over: Partial<Extract<Ask, { type: 'webhook' }>> = {}): Ask => ({
  type: 'webhook',
  node: 'order',
  url,
  method: 'POST',
  body: { name: '王&芳' },
  keeps: [{ path: 'data.order.state', variable: 'state' }],
  ...over,
});
const about = { merchantId: '1', callId: '77', limitMs: 10_000 };

test('a webhook gets the variables, signed, and what it answers is kept as bounded text', async () => {
  let seen = { body: '', signature: '', path: '' };
  const url = await serve((request, response, body) => {
    seen = { body, signature: String(request.headers['x-lianxian-signature']), path: request.url ?? '' };
    response.end(JSON.stringify({ data: { order: { state: `已发货\u0000\u202e${'长'.repeat(2_000)}` } } }));
  });
  const answer = await worldOf(['127.0.0.1'], 's3cret').answer(webhook(`${url}/o?n=\${name}`), about);
  expect(seen.body).toBe('{"call":"77","node":"order","values":{"name":"王&芳"}}');
  expect(seen.path).toBe('/o?n=%E7%8E%8B%26%E8%8A%B3');
  const [, seconds = '', hex = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(seen.signature) ?? [];
  expect(seconds).toBe('1795226400');
  expect(createHmac('sha256', 's3cret').update(`${seconds}.${seen.path}.${seen.body}`).digest('hex')).toBe(hex);
  expect(answer).toEqual({ type: 'kept', values: { state: `已发货 ${'长'.repeat(496)}` } });
});

test('GET carries the variables in the address', async () => {
  const url = await serve((request, response) => response.end(JSON.stringify({ seen: request.url })));
  const ask = webhook(`${url}/o`, { method: 'GET', keeps: [{ path: 'seen', variable: 'seen' }] });
  expect(await worldOf().answer(ask, about)).toEqual({
    type: 'kept',
    values: { seen: '/o?name=%E7%8E%8B%26%E8%8A%B3' },
  });
});

test('paths reach own properties alone: lists and objects are nothing to say, how long a list is may be', async () => {
  const url = await serve((_, response) => response.end('{"a": [{"b": 7}], "c": {"d": true}, "e": null}'));
  const keeps = ['a.0.b', 'c.d', 'c', 'e', '__proto__.constructor.name', 'a.length'].map(path => ({
    path,
    variable: path,
  }));
  expect(await worldOf().answer(webhook(url, { keeps }), about)).toEqual({
    type: 'kept',
    values: { 'a.0.b': '7', 'c.d': 'true', 'a.length': '1' },
  });
});

test.each<[string, (request: IncomingMessage, response: ServerResponse) => void, string]>([
  ['hangs', () => undefined, 'timeout'],
  ['sends its head and then hangs', (_, response) => void response.write('{"a'), 'timeout'],
  ['answers 500', (_, response) => void response.writeHead(500).end(), 'refused'],
  [
    'sends elsewhere',
    (_, response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    'redirected',
  ],
  ['answers no JSON', (_, response) => void response.end('<html>'), 'nonsense'],
  ['hangs up', request => request.socket.destroy(), 'unreachable'],
])('a webhook that %s is failed with a word, in time', async (_, answer, because) => {
  const url = await serve(answer);
  const limitMs = because === 'timeout' ? 500 : about.limitMs;
  expect(await worldOf().answer(webhook(url), { ...about, limitMs })).toEqual({ type: 'failed', because });
});

test('100 MB are refused as they come: little more than 64 KiB is read', async () => {
  let sent = 0;
  const url = await serve((_, response) => {
    const part = Buffer.alloc(64 * 1024, ' ');
    const more = () => {
      while (sent < 100_000_000 && !response.destroyed) {
        sent += part.length;
        if (!response.write(part)) return void response.once('drain', more);
      }
      response.end();
    };
    more();
  });
  expect(await worldOf().answer(webhook(url), { ...about, limitMs: 5_000 })).toEqual({
    type: 'failed',
    because: 'tooLong',
  });
  expect(sent).toBeLessThan(20_000_000);
});

test.each([
  'http://127.0.0.1:5432/',
  'http://localhost/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[64:ff9b::a00:1]/',
  'http://[::ffff:0:127.0.0.1]/',
  'http://[::ffff:0:a00:1]/',
  'http://[::127.0.0.1]/',
  'http://[::]/',
  'http://[2002:a00:1::]/',
  'http://[2002:7f00:1::1]/',
  'http://[64:ff9b:0:0:0:1:a00:1]/',
  'http://[64:ff9b:1::a00:1]/',
  'http://[2001::1]/',
  'http://[3fff::1]/',
  'http://[5f00::1]/',
  'http://[100::1]/',
  'http://[fec0::1]/',
  'http://[ff02::1]/',
  'http://localhost./',
  'http://0x7f.1/',
  'http://2130706433/',
  'http://0.0.0.0/',
  'http://10.1.2.3/',
  'http://169.254.169.254/latest/meta-data',
  'http://100.100.100.200/',
  'http://[fd00:ec2::254]/',
  'http://[fe80::1]/',
  'http://224.0.0.1/',
])('the machine and its own network are not asked: %s', async url => {
  expect(await worldOf([]).answer(webhook(url), about)).toEqual({ type: 'failed', because: 'notAllowed' });
});

test.each(['file:///etc/passwd', 'gopher://a/', 'http://user:pass@example.com/', 'nonsense'])(
  'only plain addresses of the web: %s',
  async url => {
    expect(await worldOf().answer(webhook(url), about)).toEqual({ type: 'failed', because: 'notAnAddress' });
  },
);

test('a name is resolved once and what was checked is connected to: rebinding changes nothing', async () => {
  const url = new URL(await serve((_, response) => response.end('{}')));
  let asked = 0;
  const turning = openEgressGuard([], async () => {
    asked += 1;
    return [{ address: asked === 1 ? '127.0.0.1' : '93.184.216.34', family: 4 }];
  });
  const world = openWorld({ now, egress: turning, webhookSecretOf: async () => null, modelOf: async () => null });
  url.hostname = 'rebind.example';
  expect(await world.answer(webhook(url.href, { keeps: [] }), about)).toEqual({
    type: 'failed',
    because: 'notAllowed',
  });
  expect(asked).toBe(1);
  const allowed = openEgressGuard(['127.0.0.0/8'], async () => [{ address: '127.0.0.1', family: 4 }]);
  const open = openWorld({ now, egress: allowed, webhookSecretOf: async () => null, modelOf: async () => null });
  expect(await open.answer(webhook(url.href, { keeps: [] }), about)).toEqual({ type: 'kept', values: {} });
});

test('one private address among public ones is enough to refuse a name', async () => {
  const egress = openEgressGuard([], async () => [
    { address: '93.184.216.34', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ]);
  const world = openWorld({ now, egress, webhookSecretOf: async () => null, modelOf: async () => null });
  expect(await world.answer(webhook('http://both.example/'), about)).toMatchObject({ because: 'notAllowed' });
});

test('public addresses are no inner ones', () => {
  const outer = ['8.8.8.8', '110.242.68.66', '2606:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808', '2408:8000::1'];
  expect(outer.map(isInner)).toEqual(outer.map(() => false));
});

test('what has no module or nobody there fails with its word; nobody waits for what is no longer wanted', async () => {
  const world = worldOf();
  const sms: Ask = { type: 'sms', node: 'n', template: 't', values: {} };
  const to = { type: 'group', group: 'g' } as const;
  const llm: Ask = { type: 'llm', node: 'n', goal: '', facts: '', forbidden: [], exits: [], said: [] };
  expect(await world.answer(sms, about)).toEqual({ type: 'failed', because: 'noModule' });
  expect(await world.answer({ type: 'transfer', node: 'n', to, announcement: '' }, about)).toEqual({
    type: 'failed',
    because: 'nobody',
  });
  expect(await world.answer(llm, about)).toEqual({ type: 'failed', because: 'unknown' });
  const url = await serve(() => undefined);
  const taken = new AbortController();
  const answer = world.answer(webhook(url), { ...about, limitMs: 60_000, signal: taken.signal });
  taken.abort();
  expect(await answer).toEqual({ type: 'failed', because: 'unasked' });
});

test('a talk is summed up in time or not at all; what is no longer wanted is not waited for', async () => {
  const told: string[] = [];
  const answers: Readonly<Record<string, (() => Promise<string>) | undefined>> = {
    ...{ '1': async () => '想周六来', '2': async () => '', '3': () => new Promise<string>(() => undefined) },
  };
  const world = openWorld({
    ...{ now, egress: openEgressGuard([]), webhookSecretOf: async () => null },
    modelOf: async merchant => {
      const summary = answers[merchant];
      return summary ? { answer: async () => ({ type: 'failed', because: 'unknown' }), summary } : null;
    },
    onFault: ({ kind, because }) => told.push(`${kind} ${because}`),
  });
  const talk = { said: [], answers: [] };
  const of = (merchantId: string, more: object = {}) => world.summary(talk, { ...about, merchantId, ...more });
  expect([await of('1'), await of('2'), await of('4')]).toEqual(['想周六来', null, null]);
  expect(await of('3', { limitMs: 50 })).toBeNull();
  const over = new AbortController();
  const waiting = of('3', { limitMs: 60_000, signal: over.signal });
  over.abort();
  expect(await waiting).toBeNull();
  expect(told).toEqual(['summary timeout']);
});
