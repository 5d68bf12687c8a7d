import { z } from 'zod';

/**
 * Logins of a WeChat mini-program: `GET /sns/jscode2session` exchanges the code of `wx.login()` for the user
 * (developers.weixin.qq.com, 小程序登录). The session key that comes along is WeChat's secret and is dropped at once.
 */
interface WeChatOptions {
  /** Origin; https://api.weixin.qq.com but in tests and behind a gateway of one's own. */
  readonly host: string;
  readonly appId: string;
  readonly secret: string;
  readonly timeLimitMs?: number;
}

const TIME_LIMIT_MS = 5_000;
const MOST_BYTES = 65_536;

/** It answers JSON as text/plain, with HTTP 200 whatever is wrong. */
const answer = z.object({
  errcode: z.number().int().default(0),
  openid: z.string().min(1).max(100).optional(),
  unionid: z.string().max(100).default(''),
});
/** Codes that the user's own login is to blame for: unknown (40029), used before (40163), blocked user (40226). */
const badCodes: readonly number[] = [40029, 40163, 40226];

const readBounded = async (response: Response): Promise<string> => {
  let text = '';
  const decoder = new TextDecoder();
  for await (const part of response.body ?? []) {
    text += decoder.decode(part as Uint8Array, { stream: true });
    if (text.length > MOST_BYTES) throw new Error('the answer is too long');
  }
  return text;
};

/**
 * Answers whose login a code is. Wrong settings, too many requests (45011), a busy WeChat (-1), a network that fails or
 * is slow, an answer that cannot be read: `away`, with the reason for `onFault`. Never throws.
 */
export const openWeChat = (
  { host, appId, secret, timeLimitMs = TIME_LIMIT_MS }: WeChatOptions,
  onFault: (fault: { readonly errcode: number | null; readonly err?: unknown }) => void,
) => ({
  loginOf: async (
    jsCode: string,
  ): Promise<{ ok: true; openId: string; unionId: string } | { ok: false; why: 'badCode' | 'away' }> => {
    const url = new URL('/sns/jscode2session', host);
    url.search = new URLSearchParams({
      appid: appId,
      secret,
      js_code: jsCode,
      grant_type: 'authorization_code',
    }).toString();
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(timeLimitMs), redirect: 'error' });
      const said = answer.parse(JSON.parse(await readBounded(response)));
      if (said.errcode === 0 && said.openid) return { ok: true, openId: said.openid, unionId: said.unionid };
      if (badCodes.includes(said.errcode)) return { ok: false, why: 'badCode' };
      onFault({ errcode: said.errcode });
    } catch (error) {
      // The address carries the secret and an error may quote it: only its kind is told.
      onFault({ errcode: null, err: error instanceof Error ? error.name : 'unknown' });
    }
    return { ok: false, why: 'away' };
  },
});
