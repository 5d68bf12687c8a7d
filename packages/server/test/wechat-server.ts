import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * WeChat's side of a mini-program login, as its documentation has it: `GET /sns/jscode2session` answers HTTP 200 and
 * JSON as text/plain whatever is wrong, and a code of `wx.login()` counts once.
 */
export interface WeChatServer {
  readonly origin: string;
  readonly appId: string;
  readonly secret: string;
  /** A user opens the mini-program: the code it gets. */
  readonly login: (openId: string) => string;
  /** Answers this errcode from now, or not at all; null: as usual. */
  readonly fails: (how: number | 'silent' | 'broken' | 'endless' | null) => void;
  readonly asked: readonly URLSearchParams[];
  readonly close: () => Promise<void>;
}

const messages: Readonly<Record<number, string>> = {
  [-1]: 'system error',
  40013: 'invalid appid',
  40029: 'invalid code',
  40125: 'invalid appsecret',
  40163: 'code been used',
  45011: 'api minute-quota reach limit',
};

export const startWeChatServer = async (): Promise<WeChatServer> => {
  const [appId, secret] = ['wx0123456789abcdef', '0123456789abcdef0123456789abcdef'];
  const logins = new Map<string, { openId: string; used: boolean }>();
  const asked: URLSearchParams[] = [];
  let failing: Parameters<WeChatServer['fails']>[0] = null;

  const errcodeOf = (query: URLSearchParams): number => {
    if (typeof failing === 'number') return failing;
    if (query.get('appid') !== appId) return 40013;
    if (query.get('secret') !== secret) return 40125;
    const login = logins.get(query.get('js_code') ?? '');
    if (query.get('grant_type') !== 'authorization_code' || login === undefined) return 40029;
    return login.used ? 40163 : 0;
  };

  const bodyFor = (query: URLSearchParams): string => {
    if (failing === 'broken') return '<html>502 Bad Gateway</html>';
    if (failing === 'endless') return ' '.repeat(200_000);
    const errcode = errcodeOf(query);
    const login = logins.get(query.get('js_code') ?? '');
    if (errcode !== 0 || login === undefined)
      return JSON.stringify({ errcode, errmsg: `${messages[errcode]}, rid: 1` });
    login.used = true;
    return JSON.stringify({
      session_key: 'c2Vzc2lvbi1rZXk=',
      openid: login.openId,
      unionid: `u-${login.openId}`,
    });
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://wechat');
    if (request.method !== 'GET' || url.pathname !== '/sns/jscode2session') {
      response.writeHead(404).end();
      return;
    }
    asked.push(url.searchParams);
    if (failing === 'silent') return;
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.end(bodyFor(url.searchParams));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    appId,
    secret,
    login: openId => {
      const code = `0${logins.size}3js${openId}`;
      logins.set(code, { openId, used: false });
      return code;
    },
    fails: how => {
      failing = how;
    },
    asked,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
