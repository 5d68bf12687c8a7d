import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWeChatServer, type WeChatServer } from '../../test/wechat-server.ts';
import { openWeChat } from './wechat.ts';

let server: WeChatServer;
beforeAll(async () => {
  server = await startWeChatServer();
});
afterAll(() => server.close());

const adapter = (over: Partial<Parameters<typeof openWeChat>[0]> = {}) => {
  const faults: unknown[] = [];
  const options = { host: server.origin, appId: server.appId, secret: server.secret, timeLimitMs: 10_000, ...over };
  return { faults, weChat: openWeChat(options, fault => faults.push(fault)) };
};

test('a login is exchanged for its user, once; the session key is dropped', async () => {
  const { weChat } = adapter();
  const code = server.login('o-1');
  expect(await weChat.loginOf(code)).toEqual({ ok: true, openId: 'o-1', unionId: 'u-o-1' });
  expect(await weChat.loginOf(code)).toEqual({ ok: false, why: 'badCode' });
});

test.each(['silent', 'broken', 'endless', 45011, -1] as const)(
  'WeChat that answers %s is away within the limit, and the operator hears why without the secret',
  async how => {
    const isWaitedFor = how === 'silent' || how === 'endless';
    const { weChat, faults } = adapter(isWaitedFor ? { timeLimitMs: 100 } : {});
    server.fails(how);
    expect(await weChat.loginOf(server.login('o-2'))).toEqual({ ok: false, why: 'away' });
    server.fails(null);
    expect(faults).toHaveLength(1);
    expect(JSON.stringify(faults)).not.toContain(server.secret);
  },
);

test('wrong settings and a host that is not there are no fault of the user', async () => {
  for (const over of [{ secret: 'wrong' }, { appId: 'wx0' }, { host: 'http://127.0.0.1:9' }]) {
    const { weChat, faults } = adapter(over);
    expect(await weChat.loginOf(server.login('o-3'))).toEqual({ ok: false, why: 'away' });
    expect(faults).toHaveLength(1);
  }
});
