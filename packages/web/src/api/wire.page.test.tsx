import { decodeForm, endpoints } from '@lianxian/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call } from './call.ts';
import { dropToken, keepToken } from './token.ts';
import { whenFailed, whenSignedOut } from './wire.ts';

interface Sent {
  readonly url: URL;
  readonly init: RequestInit;
}
let sent: Sent[] = [];
/** Sentences for the user. */
let told: string[] = [];
let tellsNoMore = () => {};
let answers: () => Response | Promise<Response>;
const json = (body: object, status = 200) => new Response(JSON.stringify(body), { status });

const realFetch = globalThis.fetch;
beforeEach(() => {
  sent = [];
  told = [];
  tellsNoMore = whenFailed(sentence => told.push(sentence));
  answers = () => json({ errorCode: 0, errorMsg: '', data: {} });
  globalThis.fetch = async (input, init = {}) => {
    sent.push({ url: new URL(String(input), location.href), init });
    return await answers();
  };
  history.replaceState(null, '', '/my-task');
  keepToken('abc');
});
afterEach(() => {
  tellsNoMore();
  globalThis.fetch = realFetch;
  dropToken();
});
const headers = (init: RequestInit) => new Headers(init.headers);
const shown = () => told;

test('O-332, O-333, O-334, O-335: a request is a POST, form-encoded, with the token in its body and the path in a header', async () => {
  await call(endpoints.security.endSession, { id: 'a'.repeat(64) });
  const [{ url, init }] = sent as [Sent];
  expect([init.method, url.pathname]).toEqual(['POST', '/api/front/user/endSession']);
  expect(init.body).toBeInstanceOf(URLSearchParams);
  expect(Object.fromEntries(init.body as URLSearchParams)).toEqual({ id: 'a'.repeat(64), token: 'abc' });
  expect(headers(init).get('page-path')).toBe('/my-task');
});

test('what the browser sends the contract reads back: nested values, numbers, what is left out', async () => {
  const input = {
    name: '回访 & 邀约 = 100%',
    planId: '7',
    ports: [{ portId: '1', channels: 15 }],
    concurrency: 15,
    ringTimeoutS: 30,
    windows: Array.from({ length: 7 }, () => [{ from: 540, to: 1_200 }]),
    retries: { busy: { times: 2, afterMinutes: 15 } },
    skipRecentDays: 0,
    id: undefined,
  };
  answers = () => json({ errorCode: 0, errorMsg: '', data: { id: '1' } });
  await call(endpoints.task.save, input);
  const fields = Object.fromEntries(sent[0]!.init.body as URLSearchParams);
  expect(fields).not.toHaveProperty('id');
  const { id: _, ...written } = input;
  // What is left out is as usual.
  const read = {
    ...written,
    weight: 10,
    guaranteed: 0,
    ownDays: {},
    holidaysOff: false,
    makeUpDaysOn: false,
    perDay: 0,
    per7Days: 0,
    per30Days: 0,
    minutesBetween: 0,
    faultAloneEnds: true,
    skipOtherTasks: false,
    skipDeadDays: 0,
  };
  expect(decodeForm(endpoints.task.save.input, fields)).toEqual({ ok: true, input: read });
});

test('the cookie does not travel: another site’s page cannot use it', async () => {
  await call(endpoints.user.logout, {});
  expect(sent[0]?.init.credentials).toBe('omit');
});

test.each([
  ['HTTP 502', () => new Response('<html>Bad Gateway</html>', { status: 502 })],
  ['HTTP 500 with an answer', () => json({ errorCode: 0, errorMsg: '', data: {} }, 500)],
  ['an answer that is none', () => new Response('<html>')],
  ['a network that fails', () => Promise.reject(new TypeError('Failed to fetch'))],
])('O-400: %s is 服务内部错误', async (_what, answer) => {
  answers = answer;
  await expect(call(endpoints.user.logout, {})).rejects.toThrow();
  expect(shown()).toContain('服务内部错误');
});

test('O-395, O-396: whatever is not 0 is shown with its sentence', async () => {
  answers = () => json({ errorCode: 107, errorMsg: '操作太频繁，3 秒后再试', data: null });
  await expect(call(endpoints.user.logout, {})).rejects.toThrow('操作太频繁，3 秒后再试');
  expect(shown()).toContain('操作太频繁，3 秒后再试');
});

test('O-397, O-398, O-399: 103 says 登录失效, drops the cookie and tells the router', async () => {
  const left = vi.fn();
  whenSignedOut(left);
  answers = () => json({ errorCode: 103, errorMsg: '登录失效', data: null });
  await expect(call(endpoints.user.getUserInfo, {})).rejects.toThrow();
  expect(shown()).toContain('登录失效');
  expect(document.cookie).not.toContain('token=');
  expect(left).toHaveBeenCalledOnce();
});

test('a 103 of whoever was signed in before signs nobody out who is since', async () => {
  const left = vi.fn();
  whenSignedOut(left);
  const late = Promise.withResolvers<Response>();
  answers = () => late.promise;
  const asked = call(endpoints.user.getUserInfo, {});
  keepToken('def');
  late.resolve(json({ errorCode: 103, errorMsg: '登录失效', data: null }));
  await expect(asked).rejects.toThrow();
  expect([shown(), left.mock.calls, document.cookie]).toEqual([[], [], expect.stringContaining('token=def')]);
});
