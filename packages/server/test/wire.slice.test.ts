import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type Answer, limits } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeApp, openApp } from '../src/platform/http/index.ts';
import { startTestHouse, type TestHouse, testConfig } from './house.ts';

const APP = 'https://console.example.com';
const form = () => ({ 'content-type': 'application/x-www-form-urlencoded' });
let house: TestHouse;
beforeAll(async () => {
  const { sip } = testConfig({});
  house = await startTestHouse({
    ...{ apiHost: 'https://api.example.com', corsOrigins: [APP] },
    sip: { ...sip, wssPort: 5_443 },
  });
  const dist = join(house.dataDir, 'dist');
  await mkdir(join(dist, 'assets'), { recursive: true });
  await writeFile(join(dist, 'index.html'), '<!doctype html><!--settings--><script src="/assets/a-1.js"></script>');
  await writeFile(join(dist, 'assets/a-1.js'), 'export {}');
});
afterAll(() => house.close());
const get = (path: string, headers: Record<string, string> = {}) => fetch(`${house.origin}${path}`, { headers });
const post = (path: string, init: RequestInit) => fetch(`${house.origin}${path}`, { method: 'POST', ...init });

test('O-057, O-059: every page of the app, and any other path, is its index, never cached, with the settings of the host inside', async () => {
  for (const path of ['/', '/home', '/callLog', '/my-task', '/login', '/Login', '/no/such/page']) {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    const html = await response.text();
    const settings = JSON.parse(/id="settings">(.*?)<\/script>/.exec(html)?.[1] ?? '');
    expect(settings).toMatchObject({
      apiHost: 'https://api.example.com',
      version: 'test',
      pageInfo: { oemTitle: '连线' },
    });
  }
});

test('hashed assets are kept for a year; a missing one is no page', async () => {
  const response = await get('/assets/a-1.js');
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect((await get('/assets/b-2.js')).status).toBe(404);
  expect((await get('/assets/..%2f..%2fconfig.json')).status).toBe(404);
});

test('O-336: only scripts from here run, and the configured API host may be asked', async () => {
  const policy = (await get('/home')).headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain(' https://api.example.com wss://api.example.com');
  expect(policy).not.toContain('unsafe-eval');
});

test('the telephone in a page may connect to 5443 where the page or the interface is, and to nobody a client names', async () => {
  const policyFor = async (host: string) => {
    const asking = request(`${house.origin}/home`, { headers: { host } }).end();
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    answer.resume();
    return /connect-src ([^;]*)/.exec(String(answer.headers['content-security-policy']))?.[1]?.split(' ') ?? [];
  };
  const api = ["'self'", 'https://api.example.com', 'wss://api.example.com'];
  const apis = ['ws://api.example.com:5443', 'wss://api.example.com:5443'];
  const own = ['ws://seats.example:5443', 'wss://seats.example:5443'];
  expect((await policyFor('seats.example:8080')).toSorted()).toEqual([...api, ...own, ...apis].toSorted());
  expect((await policyFor("x'*")).toSorted()).toEqual([...api, ...apis].toSorted());
});

test('O-336: the configured app may ask from its origin, no other may', async () => {
  const preflight = (origin: string) =>
    fetch(`${house.origin}/api/front/user/pageInfo`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'page-path' },
    });
  expect((await preflight(APP)).headers.get('access-control-allow-origin')).toBe(APP);
  expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
});

test.each([
  ['O-057: an unknown endpoint', '/api/front/no/such', { body: new URLSearchParams({}) }, 106],
  ['no endpoint at all', '/api/front/', { body: new URLSearchParams({}) }, 106],
  ['no body', '/api/front/user/pageInfo', {}, 0],
  ['O-333: JSON', '/api/front/user/pageInfo', { body: '{}', headers: { 'content-type': 'application/json' } }, 100],
  ['broken percent signs', '/api/front/user/login', { body: 'cid=%zz&=&&', headers: form() }, 100],
  ['two hundred and one fields', '/api/front/user/pageInfo', { body: 'a=1&'.repeat(201), headers: form() }, 108],
  ['a field twice', '/api/front/user/login', { body: 'cid=1&cid=2&account=a', headers: form() }, 100],
])('%s: an answer with a code', async (_what, path, init, code) => {
  const response = await post(path, init);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ errorCode: code });
});

test.each([
  ['a broken percent sign', '/api/front/%zz', 'POST', 200],
  ['bytes that are no UTF-8', '/api/front/%ff%fe', 'POST', 200],
  ['a broken percent sign in a download', '/api/common/download/%zz', 'GET', 404],
  ['a broken percent sign in a page', '/%zz', 'GET', 404],
  ['an asset with NUL in its name', '/assets/%00', 'GET', 404],
  ['an asset elsewhere', '/assets//etc/passwd', 'GET', 404],
])('%s: no such endpoint, or no such page', async (_what, path, method, status) => {
  const response = await fetch(`${house.origin}${path}`, { method });
  const text = await response.text();
  expect(response.status).toBe(status);
  if (status === 200) expect(JSON.parse(text)).toMatchObject({ errorCode: 106 });
  else expect(text).toBe('404');
});

test('whoever only looks whether a page is there sees that it is', async () => {
  for (const path of ['/', '/login', '/assets/a-1.js'])
    expect((await fetch(`${house.origin}${path}`, { method: 'HEAD' })).status).toBe(200);
  expect((await fetch(`${house.origin}/assets/none.js`, { method: 'HEAD' })).status).toBe(404);
});

test('behind a trusted proxy the client is whom the proxy saw, not whom the client says it is', async () => {
  const behind = await startTestHouse({ trustProxy: true });
  const [{ number, owner }] = behind.merchants;
  const forwarded = { 'x-forwarded-for': '198.51.100.6, 203.0.113.7' };
  await behind.post('user/login', { cid: number, account: owner.account, password: owner.password }, forwarded);
  const { rows } = await behind.database.pool.query('select ip from audit');
  expect(rows).toEqual([{ ip: '203.0.113.7' }]);
  await behind.close();
});

test('GET of an endpoint is not one', async () => {
  expect(await (await get('/api/front/user/pageInfo')).json()).toMatchObject({ errorCode: 106 });
});

test('refusals speak the language of the page', async () => {
  const say = async (language: string) =>
    (await house.post('user/getUserInfo', {}, { 'page-language': language })).errorMsg;
  expect([await say('zh-CN'), await say('zh-TW'), await say('en'), await say('xx')]).toEqual([
    '登录失效',
    '登入失效',
    'Signed out',
    '登录失效',
  ]);
});

test('bad input names the field and what is allowed', async () => {
  const login = (fields: Record<string, string>) => house.post('user/login', fields).then(answer => answer.errorMsg);
  expect(await login({ cid: '1', account: 'a' })).toBe('密码：必填');
  expect(await login({ cid: '123456789012345678901', account: 'a', password: 'x' })).toBe('商户编号：最多 20 个字符');
});

test('alive and ready are two things: without media it is not ready', async () => {
  expect(await (await get('/healthz')).json()).toMatchObject({ alive: true });
  const before = await get('/readyz');
  expect([before.status, await before.json()]).toMatchObject([503, { ready: false, database: true, media: false }]);
  await house.database.pool.query(`insert into calls_node (id, address, workers) values ('n', 'x', 1)`);
  expect(await (await get('/readyz')).json()).toEqual({ ready: true, database: true, media: true, lines: 0 });
  await house.database.pool.query(`update calls_node set heartbeat_at = now() - interval '11 seconds'`);
  expect((await get('/readyz')).status).toBe(503);
});

test('a flood from one address is slowed down, sign-ins sooner than the rest', async () => {
  const flooded = await startTestHouse({}, () => ({ rates: { all: 6, open: 3 } }));
  const codes = [];
  for (let n = 0; n < 5; n += 1) codes.push((await flooded.post('user/pageInfo', {})).errorCode);
  expect(codes).toEqual([0, 0, 0, 107, 107]);
  const answer = await flooded.post('plan/list', {});
  expect(answer).toMatchObject({ status: 200, errorCode: 103 });
  expect(await flooded.post('plan/list', {})).toMatchObject({
    status: 200,
    errorCode: 107,
    errorMsg: expect.stringMatching(/^操作太频繁，\d+ 秒后再试$/),
  });
  // A link that a browser follows fails as HTTP.
  for (const path of ['/api/common/download/1?token=x', '/api/front/call/listen?ticket=x']) {
    const link = await fetch(flooded.origin + path);
    expect([link.status, await link.json()]).toMatchObject([403, { errorCode: 107 }]);
  }
  await flooded.close();
});

test('a flood of large forms is slowed down sooner than one of small ones, and no more of it is read', async () => {
  const flooded = await startTestHouse({}, () => ({ rates: { all: 1_000, open: 1_000, large: 2 } }));
  const send = async (bytes: number) => {
    const body = `q=${'a'.repeat(bytes)}`;
    const answer = await fetch(`${flooded.origin}/api/front/plan/list`, { method: 'POST', headers: form(), body });
    return [((await answer.json()) as Answer).errorCode, answer.headers.get('connection') === 'close'] as const;
  };
  expect([await send(70_000), await send(70_000)]).toEqual([
    [103, false],
    [103, false],
  ]);
  expect(await send(70_000)).toEqual([107, true]);
  expect(await send(60_000)).toEqual([103, false]);
  await flooded.close();
});

test('who sends too large a form reads why, however late the rest is sent, and asks on; what is huge is cut', async () => {
  const { port } = new URL(house.origin);
  const send = async (bytes: number) => {
    const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8');
    const head = `content-type: application/x-www-form-urlencoded\r\ncontent-length: ${bytes}`;
    socket.write(`POST /api/front/plan/list HTTP/1.1\r\nhost: x\r\n${head}\r\n\r\nq=`);
    const [answer] = (await once(socket, 'data')) as [string];
    expect(answer).toContain('"errorCode":108');
    return socket;
  };
  const large = await send(limits.formBytes + 2);
  large.write(`${'a'.repeat(limits.formBytes)}GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n`);
  expect(await once(large, 'data')).toEqual([expect.stringContaining('"alive":true')]);
  large.destroy();
  const huge = await send(limits.formBytes * 100);
  await once(huge, 'end');
  huge.destroy();
});

test('an answer under way is finished when the house closes; it does not wait for idle pages', async () => {
  const closing = await startTestHouse();
  const asked = closing.post('user/login', { cid: '1', account: 'a', password: 'b' });
  await closing.post('user/pageInfo', {});
  const [answer] = await Promise.all([asked, closing.close()]);
  expect(answer).toMatchObject({ status: 200, errorCode: 111 });
  // However long an answer under way may take: an idle page has none.
  const app = await openApp({ tls: null, trustProxy: false, apiHost: '', corsOrigins: [], frameAncestors: [] });
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const page = connect(Number(port), '127.0.0.1');
  page.write('GET /none HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(page, 'data');
  await Promise.all([once(page, 'close'), closeApp(app, 3_600_000)]);
});
