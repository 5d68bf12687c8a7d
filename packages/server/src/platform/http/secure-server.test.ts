import { once } from 'node:events';
import { connect } from 'node:http2';
import { get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { closeApp, openApp } from './app.ts';
import { isThisMachine } from './peer.ts';

let app: Awaited<ReturnType<typeof openApp>>;
let host = '';
beforeAll(async () => {
  const made = await generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'ec', algorithm: 'sha256' });
  const tls = { cert: Buffer.from(made.cert), key: Buffer.from(made.private) };
  app = await openApp({ tls, trustProxy: false, apiHost: '', corsOrigins: [], frameAncestors: [] });
  app.get('/version', async request => request.raw.httpVersion);
  app.get('/near', async request => [isThisMachine(request.raw), request.hostname].join(' '));
  app.get('/endless', (_request, reply) => {
    reply.hijack();
    reply.raw.write('so far');
  });
  app.get('/socket', { websocket: true }, socket => socket.send('here'));
  await app.listen({ host: '127.0.0.1', port: 0 });
  host = `127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterAll(() => closeApp(app, 0));

const trusting = () => ({ rejectUnauthorized: false });
/** What came back on one stream, as far as it has come. */
const over2 = async (path: string, ends = true, headers: Readonly<Record<string, string>> = {}) => {
  const session = connect(`https://${host}`, trusting());
  const stream = session.request({ ':path': path, ...headers });
  let text = '';
  stream.setEncoding('utf8').on('data', part => {
    text += part;
  });
  stream.on('error', () => undefined);
  await once(stream, ends ? 'end' : 'data');
  return { text: () => text, session };
};

test('with TLS a page comes over HTTP/2, an old client is answered in its own version', async () => {
  const { text, session } = await over2('/version');
  expect(text()).toBe('2.0');
  session.close();
  const [answer] = await once(get(`https://${host}/version`, { ...trusting(), agent: false }), 'response');
  let old = '';
  for await (const part of answer) old += part;
  expect(old).toBe('1.1');
});

test('who asks this machine by which name is known over HTTP/2 too, which has no Host', async () => {
  const here = await over2('/near');
  expect(here.text()).toBe('true 127.0.0.1');
  const named = await over2('/near', true, { ':authority': 'crm.example' });
  expect(named.text()).toBe('false crm.example');
  const passedOn = await over2('/near', true, { 'x-forwarded-for': '192.0.2.7' });
  expect(passedOn.text()).toBe('false 127.0.0.1');
  for (const { session } of [here, named, passedOn]) session.close();
});

test('a socket opens beside it', async () => {
  const socket = new WebSocket(`wss://${host}/socket`, [], { rejectUnauthorized: false });
  const [said] = await once(socket, 'message');
  expect(String(said)).toBe('here');
  socket.terminate();
});

test('an answer without an end does not keep the house from closing', async () => {
  const { text, session } = await over2('/endless', false);
  expect(text()).toBe('so far');
  const ended = once(session, 'close');
  await closeApp(app, 50);
  await ended;
});
