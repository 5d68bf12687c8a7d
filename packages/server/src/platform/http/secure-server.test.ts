import { once } from 'node:events';
import { connect } from 'node:http2';
import { get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { closeApp, openApp } from './app.ts';

let app: Awaited<ReturnType<typeof openApp>>;
let host = '';
beforeAll(async () => {
  const made = await generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'ec', algorithm: 'sha256' });
  const tls = { cert: Buffer.from(made.cert), key: Buffer.from(made.private) };
  app = await openApp({ tls, trustProxy: false, apiHost: '', corsOrigins: [], frameAncestors: [] });
  app.get('/version', async request => request.raw.httpVersion);
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
const over2 = async (path: string, ends = true) => {
  const session = connect(`https://${host}`, trusting());
  const stream = session.request({ ':path': path });
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
