import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { type Endpoint, endpoints, wire } from '@lianxian/contract';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openApp } from '../src/platform/http/index.ts';
import { startTestHouse, type TestHouse } from './house.ts';
import { provisionMerchant } from './samples.ts';

/** Bad input and malice: each attack gets a clear answer, nothing leaks, nobody else is slowed. */
let house: TestHouse;
let token = '';
const index =
  '<!doctype html><title></title><style nonce=""></style><!--settings--><script type="module" src="/assets/a.js"></script>';
beforeAll(async () => {
  house = await startTestHouse();
  token = await house.signIn(house.merchants[0]);
  await mkdir(join(house.dataDir, 'dist/assets'), { recursive: true });
  await writeFile(join(house.dataDir, 'dist/index.html'), index);
  await writeFile(join(house.dataDir, 'dist/assets/a.js'), '');
  await writeFile(join(house.dataDir, 'secret.txt'), 'top secret');
});
afterAll(() => house.close());

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${house.origin}${path}`, { headers });
const port = () => Number(new URL(house.origin).port);
/** Bytes as they are, for what no client of ours would send; what came back until the other side closed. */
const raw = (bytes: string, on?: (socket: Socket) => void): Promise<string> =>
  new Promise(resolve => {
    const socket = connect(port(), '127.0.0.1');
    let came = '';
    socket.setEncoding('utf8');
    socket.on('data', part => {
      came += part;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(came));
    socket.write(bytes);
    on?.(socket);
  });

describe('headers', () => {
  test('no script runs but those of the app, inline ones and handlers least of all', async () => {
    const policy = (await get('/home')).headers.get('content-security-policy') ?? '';
    const rules = new Map(policy.split(';').map(rule => [rule.split(' ')[0], rule.split(' ').slice(1).join(' ')]));
    expect(rules.get('script-src')).toBe("'self'");
    expect(rules.get('script-src-attr')).toBe("'none'");
    expect(rules.get('object-src')).toBe("'none'");
    expect(rules.get('base-uri')).toBe("'self'");
    expect(rules.get('form-action')).toBe("'self'");
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/);
  });

  test('a style element counts by the nonce of its own answer alone, and no style attribute at all', async () => {
    const page = async () => {
      const response = await get('/home');
      const policy = response.headers.get('content-security-policy') ?? '';
      return { nonce: /<style nonce="([^"]+)">/.exec(await response.text())?.[1], policy };
    };
    const [one, other] = [await page(), await page()];
    for (const { nonce, policy } of [one, other])
      expect(policy.split(';').find(rule => rule.startsWith('style-src'))).toBe(`style-src 'self' 'nonce-${nonce}'`);
    expect(one.nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/);
    expect(one.nonce).not.toBe(other.nonce);
    expect((await get('/healthz')).headers.get('content-security-policy')).toMatch(/;style-src 'self';/);
  });

  test('what is about a document is said with documents alone, a file or an answer of data is no longer for it', async () => {
    const answer = (await fetch(`${house.origin + wire.prefix}user/pageInfo`, { method: 'POST' })).headers;
    expect([answer.get('content-security-policy'), answer.get('permissions-policy')]).toEqual([null, null]);
    expect([answer.get('x-content-type-options'), answer.get('cache-control')]).toEqual(['nosniff', 'no-store']);
    const script = (await get('/assets/a.js')).headers;
    expect([script.get('content-security-policy'), script.get('x-content-type-options')]).toEqual([null, 'nosniff']);
    for (const shown of ['/home', '/assets/no-file', '/no.such', `${wire.prefix}user/pageInfo`])
      expect((await get(shown)).headers.get('content-security-policy'), shown).toContain("object-src 'none'");
  });

  test('nobody shows our pages in a frame of theirs, but whom the operator names', async () => {
    const headers = (await get('/openPlan')).headers;
    expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'self'$/);
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
    const embedded = await startTestHouse({ frameAncestors: ['https://crm.example.com'] });
    const named = (await fetch(`${embedded.origin}/openPlan`)).headers;
    expect(named.get('content-security-policy')).toMatch(/frame-ancestors 'self' https:\/\/crm\.example\.com$/);
    expect(named.get('x-frame-options')).toBeNull();
    await embedded.close();
  });

  test('answers are kept by nobody, refused ones neither; a page that is the same for all says so itself', async () => {
    const cached = async (path: string, method = 'GET') =>
      (await fetch(house.origin + path, { method })).headers.get('cache-control');
    for (const path of ['user/pageInfo', 'user/getUserInfo', 'no/such'])
      expect(await cached(wire.prefix + path, 'POST')).toBe('no-store');
    expect(await cached('/api/common/download/0')).toBe('no-store');
    expect(await cached('/healthz')).toBe('no-store');
    expect(await cached('/home')).toBe('private, no-cache');
  });

  test('with a certificate that somebody vouches for the browser comes back encrypted; with a self-made one it is not locked in', async () => {
    const name = [{ name: 'commonName', value: 'localhost' }];
    const authority = await generate(name, { keyType: 'ec', algorithm: 'sha256' });
    const ca = { key: authority.private, cert: authority.cert };
    const own = await generate(name, { keyType: 'ec', algorithm: 'sha256', ca });
    const saidOf = async (certificate: { readonly cert: string; readonly private: string } | null) => {
      const pem = certificate && { cert: Buffer.from(certificate.cert), key: Buffer.from(certificate.private) };
      const options = { tls: pem, trustProxy: false, apiHost: '', corsOrigins: [], frameAncestors: [] };
      const app = await openApp(options);
      app.get('/', async () => 'x');
      const { headers } = await app.inject('/');
      await app.close();
      return headers['strict-transport-security'];
    };
    expect(await saidOf(own)).toBe('max-age=31536000');
    expect(await saidOf(authority)).toBeUndefined();
    expect(await saidOf(null)).toBeUndefined();
  });

  test('a type is what it says, and no address of ours is told to others', async () => {
    const { headers } = await get('/home');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('x-powered-by')).toBeNull();
  });
});

describe('requests from elsewhere', () => {
  test('a form of another site is nothing without the token in its body, whatever cookies come along', async () => {
    const body = new URLSearchParams({ recordingDays: '30' });
    const headers = { cookie: `token=${token}`, origin: 'https://evil.example' };
    const response = await fetch(`${house.origin}${wire.prefix}config/save`, { method: 'POST', body, headers });
    expect(await response.json()).toMatchObject({ errorCode: 103 });
  });

  test('another site reads no answer: it is named in no CORS header', async () => {
    const { headers } = await fetch(`${house.origin}${wire.prefix}user/pageInfo`, {
      method: 'POST',
      body: new URLSearchParams(),
      headers: { origin: 'https://evil.example' },
    });
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });

  test('a socket opens for a token in its address, never for a cookie', async () => {
    const code = await closeOf(new WebSocket(address(''), { headers: { cookie: `token=${token}` } }));
    expect(code).toBe(4103);
  });
});

const address = (of: string) => `${house.origin.replace('http', 'ws')}/frontWsServer?token=${of}`;
const closeOf = (socket: WebSocket): Promise<number> =>
  new Promise(resolve => {
    socket.on('error', () => undefined);
    socket.once('close', resolve);
  });

describe('too much at once', () => {
  test('a socket that is sent 5 MB is closed, others are not', async () => {
    const [loud, calm] = [new WebSocket(address(token)), new WebSocket(address(token))];
    await Promise.all([loud, calm].map(socket => new Promise(open => socket.once('open', open))));
    const closed = closeOf(loud);
    loud.send('x'.repeat(5 * 1_048_576));
    expect(await closed).toBe(1009);
    expect(calm.readyState).toBe(WebSocket.OPEN);
    calm.terminate();
  });

  test('a form of 5 MB is refused with its limit', async () => {
    expect(await house.post('blacklist/add', { phones: '1'.repeat(5 * 1_048_576), token })).toMatchObject({
      errorCode: 108,
    });
  });

  test('who has no token says little: 16 kB are read, by count of bytes or as they come, and by any spelling of the path', async () => {
    const fields = (bytes: number) => new URLSearchParams({ cid: '1'.repeat(bytes) }).toString();
    const tooLarge = { errorCode: 108, errorMsg: '提交的内容太大，最多 16 KB' };
    const sent = async (path: string, bytes: number, isCounted: boolean) => {
      const body = isCounted ? fields(bytes) : new Blob([fields(bytes)]).stream();
      const headers = { 'content-type': wire.contentType };
      const request = { method: 'POST', body, headers, duplex: 'half' } as RequestInit;
      return await (await fetch(`${house.origin}${wire.prefix}${path}`, request)).json();
    };
    const open = Object.values(endpoints)
      .flatMap(group => Object.values(group) as Endpoint[])
      .filter(({ right, upload }) => right.needs === 'nothing' && upload === undefined);
    expect(open.length).toBeGreaterThan(3);
    for (const { path } of [...open, { path: 'no/such' }, { path: 'user%2Flogin' }]) {
      expect(await sent(path, 16_384, true)).toEqual({ ...tooLarge, data: null });
      expect(await sent(path, 16_384, false)).toEqual({ ...tooLarge, data: null });
    }
    expect(await sent('user/pageInfo', 16_000, false)).toMatchObject({ errorCode: 0 });
    expect(await sent('user/getUserInfo', 16_384, false)).toMatchObject({ errorCode: 103 });
  });

  test('headers of 64 kB are 431 and the end of the connection', async () => {
    const answer = await raw(`GET /home HTTP/1.1\r\nHost: x\r\nx-long: ${'a'.repeat(65_536)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  });

  test('three hundred half-sent requests make nobody else wait', async () => {
    const open = Array.from({ length: 300 }, () => {
      const socket = connect(port(), '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write('POST /api/front/user/pageInfo HTTP/1.1\r\nHost: x\r\n');
      return socket;
    });
    await Promise.all(open.map(socket => once(socket, 'connect')));
    expect((await house.post('user/pageInfo', {})).errorCode).toBe(0);
    // They were all still waiting when the answer came.
    expect(open.filter(socket => socket.destroyed || socket.bytesRead > 0)).toEqual([]);
    for (const socket of open) socket.destroy();
  });

  test('who asks for sheets in a loop is told the seconds to wait; a colleague is not slowed', async () => {
    const kept = await startTestHouse({}, () => ({ rates: { all: 1_000_000, open: 1_000_000 } }));
    const [mine, colleague] = [await kept.signIn(kept.merchants[0]), await kept.signIn(kept.merchants[1])];
    const codes = new Set<number>();
    for (let n = 0; n < 13; n += 1) codes.add((await kept.post('audit/export', { token: mine })).errorCode);
    expect(codes).toEqual(new Set([0, 107]));
    const answer = await kept.post('audit/export', { token: mine });
    expect(answer.errorMsg).toMatch(/^操作太频繁，\d+ 秒后再试$/);
    expect((await kept.post('audit/export', { token: colleague })).errorCode).toBe(0);
    expect((await kept.post('config/all', { token: mine })).errorCode).toBe(0);
    kept.pass(60_000);
    expect((await kept.post('audit/export', { token: mine })).errorCode).toBe(0);
    await kept.close();
  });
});

describe('words that are no words', () => {
  test('prototypes of the house are not to be reached by names of fields or keys of JSON', async () => {
    const body = '__proto__=1&constructor=1&__proto__[polluted]=1&toString=1&hasOwnProperty=1';
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const response = await fetch(`${house.origin}${wire.prefix}user/pageInfo`, { method: 'POST', body, headers });
    expect(await response.json()).toMatchObject({ errorCode: 0 });
    const nested = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"A":"x"}';
    expect((await house.post('config/save', { levelNames: nested, token })).errorCode).toBe(100);
    for (const path of ['__proto__', 'constructor', 'toString', 'user/__proto__'])
      expect((await house.post(path, { token })).errorCode).toBe(106);
    // The house of a test runs in this very process.
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test('NUL is refused by name, in a field and hidden in JSON', async () => {
    const bad = [
      { path: 'task/list', fields: { q: 'a\0b' } },
      { path: 'config/save', fields: { levelNames: '{"A":"\\u0000","B":"","C":"","D":"","E":"","F":""}' } },
      { path: 'audit/list', fields: { q: '\0' } },
    ];
    for (const { path, fields } of bad)
      expect(await house.post(path, { ...(fields as Record<string, string>), token })).toMatchObject({
        errorCode: 100,
      });
  });

  test('a host that is markup, an address or nonsense brings the ordinary page, and never itself into it', async () => {
    const page = async (host: string) => await raw(`GET /login HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    for (const host of [
      '"><script>alert(1)</script>',
      'evil.example',
      '127.0.0.1@evil.example',
      `${'a'.repeat(4_000)}`,
    ]) {
      const answer = await page(host);
      expect(answer).not.toContain('evil.example');
      expect(answer).not.toContain('<script>alert');
      expect(answer).not.toMatch(/^HTTP\/1\.1 5/);
      expect(answer.toLowerCase()).not.toContain('location:');
    }
  });

  test('no path leads anywhere: what is not there is the app’s 404 or a page, never a redirect', async () => {
    for (const path of [
      '//evil.example',
      '/\\evil.example',
      '/%2f%2fevil.example/..',
      '/login?redirect=//evil.example',
    ]) {
      const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 (200|404|400) /);
      expect(answer.toLowerCase()).not.toContain('\r\nlocation:');
    }
  });

  test.each([
    '/api/common/download/../../secret.txt',
    '/api/common/download/..%2f..%2fsecret.txt',
    '/api/common/download/%2e%2e%2fsecret.txt',
    '/branding/../secret.txt',
    '/branding/..%2fsecret.txt',
    '/branding/%00',
    '/branding/1%2f..%2f..%2fsecret.txt',
    '/assets/../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/..\\..\\secret.txt',
  ])('%s brings no file of the disk', async path => {
    const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answer).not.toContain('top secret');
    expect(answer).toMatch(/^HTTP\/1\.1 (200|400|403|404) /);
    expect(await readFile(join(house.dataDir, 'secret.txt'), 'utf8')).toBe('top secret');
  });

  test('a file of another merchant is not there, with a ticket of one’s own file as well', async () => {
    const [own, theirs] = [
      await provisionMerchant(house, house.merchants[0].id),
      await provisionMerchant(house, house.merchants[1].id),
    ];
    expect(await house.post('file/ticket', { fileId: theirs.file, token })).toMatchObject({ errorCode: 105 });
    const { url } = (await house.post('file/ticket', { fileId: own.file, token })).data as { url: string };
    const other = url.replace(`/${own.file}?`, `/${theirs.file}?`);
    expect(other).not.toBe(url);
    expect((await get(other)).status).toBe(403);
  });

  test('two requests in one, told apart in two ways, are one bad request', async () => {
    const smuggled =
      'POST /api/front/user/pageInfo HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n' +
      '0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
    const answer = await raw(smuggled, socket => socket.setTimeout(3_000, () => socket.destroy()));
    expect(answer).not.toContain('"alive"');
  });
});
