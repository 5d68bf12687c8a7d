import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as bodyOf } from 'node:stream/consumers';
import { type HttpProvider, providerSettings } from '@lianxian/contract';
import { smsParts } from '@lianxian/core';
import { afterEach, expect, test } from 'vitest';
import { openEgressGuard } from '../platform/egress-guard.ts';
import { openLog } from '../platform/log.ts';
import type { Outgoing } from '../rooms/sms-sending/index.ts';
import { readNews } from './callback.ts';
import { openHttp } from './http.ts';

/** Against small servers that look at what they get, and answer as they are told. */
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

interface Seen {
  readonly url: string;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
}
const gateway = async (answer: (seen: Seen) => { status?: number; text: string } | 'hangUp') => {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then(body => {
      const one = { url: request.url ?? '', body, headers: request.headers };
      seen.push(one);
      const said = answer(one);
      if (said === 'hangUp') return void request.socket.destroy();
      response.writeHead(said.status ?? 200, { location: 'http://169.254.169.254/' }).end(said.text);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    return new Promise(resolve => server.close(resolve));
  });
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/send` };
};

const settingsOf = (over: object): HttpProvider => {
  const read = providerSettings.parse({ kind: 'http', ...over });
  if (read.kind !== 'http') throw new Error('another kind');
  return read;
};
const text = '【启航】他说"好"，a&b=1\n请回电';
const message: Outgoing = {
  ...{ id: '77', phone: '13700000001', text, parts: smsParts(text), signature: '启航', body: text.slice(4) },
  ...{ code: 'SMS_1', values: { name: '王"芳' } },
};
const now = () => new Date(1_795_226_400_000);
const send = (settings: HttpProvider, allowed = ['127.0.0.1']) =>
  openHttp(settings, 's3cret', {
    ...{ egress: openEgressGuard(allowed), now, log: openLog('silent', 'test'), provider: '1' },
    news: { reports: async () => undefined, replies: async () => undefined },
  }).send(message, new AbortController().signal);

test('within JSON a text ends no string, and values come as JSON in a string or as a list', async () => {
  const { seen, url } = await gateway(() => ({ text: '{"Code":"OK","BizId":"b-1"}' }));
  const body = `{"to":["\${phone}"],"text":"\${text}","code":"\${template}","params":"\${params}","set":"\${values}","token":"\${secret}"}`;
  const answer = await send(settingsOf({ url, body, accepted: { path: 'Code', words: ['OK'] }, ref: 'BizId' }));
  expect(answer).toEqual({ type: 'accepted', refs: ['b-1'] });
  expect(JSON.parse(seen[0]!.body)).toEqual({
    ...{ to: ['13700000001'], text, code: 'SMS_1', params: '{"name":"王\\"芳"}', set: ['王"芳'], token: 's3cret' },
  });
});

test('within a form a text adds no field, and the hash over sorted fields is what the vendor reckons', async () => {
  const { seen, url } = await gateway(() => ({ text: '{"code":0}' }));
  const signing = { by: 'hash', hash: 'md5', text: `\${fields}&key=\${secret}`, as: 'HEX' };
  const body = `phone=\${phone}&account=acc&text=\${text}&sign=\${sign}`;
  const accepted = { path: 'code', words: ['0'] };
  expect(await send(settingsOf({ url, as: 'form', body, signing, accepted }))).toEqual({ type: 'accepted', refs: [] });
  const fields = new URLSearchParams(seen[0]!.body);
  expect([...fields.keys()]).toEqual(['phone', 'account', 'text', 'sign']);
  expect(fields.get('text')).toBe(text);
  const signed = `account=acc&phone=13700000001&text=${text}&key=s3cret`;
  expect(fields.get('sign')).toBe(createHash('md5').update(signed).digest('hex').toUpperCase());
});

test.each<[string, { status?: number; text: string } | 'hangUp', object]>([
  ['refuses with a code', { text: '{"code":"isv.X"}' }, { type: 'rejected', because: 'refused:isv.X' }],
  ['says: too fast', { text: '{"code":"LIMIT"}' }, { type: 'again', because: 'throttled:LIMIT' }],
  ['answers 429', { status: 429, text: '' }, { type: 'again', because: 'throttled' }],
  ['answers 403', { status: 403, text: '' }, { type: 'again', because: 'signIn:403' }],
  ['answers 400', { status: 400, text: '{}' }, { type: 'rejected', because: 'refused:400' }],
  ['breaks', { status: 500, text: 'oops' }, { type: 'lost', because: 'nonsense:500' }],
  ['answers no JSON', { text: '<html>' }, { type: 'lost', because: 'nonsense' }],
  ['redirects', { status: 302, text: '' }, { type: 'again', because: 'redirected' }],
  ['hangs up', 'hangUp', { type: 'lost', because: 'timeout' }],
])('a provider that %s', async (_, said, expected) => {
  const { url } = await gateway(() => said);
  const accepted = { path: 'code', words: ['0'] };
  expect(await send(settingsOf({ url, body: '{}', accepted, error: 'code', again: ['LIMIT'] }))).toEqual(expected);
});

test('what never left is certain: an address within, a port that nobody listens at', async () => {
  const url = 'http://127.0.0.1:1/';
  expect(await send(settingsOf({ url, body: '{}' }), [])).toEqual({ type: 'again', because: 'notAllowed' });
  expect(await send(settingsOf({ url, body: '{}' }))).toEqual({ type: 'again', because: 'unreachable' });
});

const told = settingsOf({
  url: 'https://a.example/',
  reports: { list: 'items', ref: 'id', state: 'status', code: 'err', delivered: ['DELIVRD', '1'] },
  replies: { list: '', ref: 'id', phone: 'mobile', text: 'content' },
});
test.each([
  ['JSON', '{"items":[{"id":1,"status":"DELIVRD"},{"id":"2","status":"UNDELIV","err":7}]}'],
  [
    'JSON within a field',
    'data=%7B%22items%22%3A%5B%7B%22id%22%3A1%2C%22status%22%3A%22DELIVRD%22%7D%2C%7B%22id%22%3A%222%22%2C%22status%22%3A%22UNDELIV%22%2C%22err%22%3A7%7D%5D%7D',
  ],
])('reports are read from %s', (_, body) => {
  expect(readNews(told, 'report', { body, query: {} }).reports).toEqual([
    { ref: '1', delivered: true, code: '' },
    { ref: '2', delivered: false, code: 'UNDELIV 7' },
  ]);
});

test('a reply is read from a form, or from the address; nonsense is nothing', () => {
  const reply = { ref: '9', phone: '13700000001', text: 'TD' };
  const form = 'id=9&mobile=13700000001&content=TD';
  expect(readNews(told, 'reply', { body: form, query: {} }).replies).toEqual([reply]);
  expect(
    readNews(told, 'reply', { body: '', query: { id: '9', mobile: '13700000001', content: 'TD' } }).replies,
  ).toEqual([reply]);
  expect(readNews(told, 'reply', { body: '{"a', query: {} }).replies).toEqual([]);
  expect(readNews(told, 'report', { body: '{"items":{"__proto__":1}}', query: {} }).reports).toEqual([]);
});
