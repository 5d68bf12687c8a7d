import { createHmac, randomUUID } from 'node:crypto';
import { BoundedMap } from '@lianxian/core';
import { z } from 'zod';
import type { EgressGuard } from '../../platform/egress-guard.ts';
import { requestThrough, textOf } from '../../platform/egress-request.ts';
import { faultOfStatus, ServiceFailed } from '../http-failure.ts';
import type { VendorAccount } from './account.ts';

/**
 * Tokens of Aliyun's speech services: an AccessKey buys one (CreateToken, version 2019-02-28, signed as its POP gateway asks), and
 * it is used until shortly before it ends, by all calls of a process
 * (help.aliyun.com/zh/isi/getting-started/use-http-or-https-to-obtain-an-access-token). Not tried against the real one.
 */
export interface AliyunTokens {
  /** @throws {ServiceFailed} and whatever the connection does. */
  readonly of: (account: VendorAccount) => Promise<string>;
  /** It was refused: the next is a new one. */
  readonly drop: (account: VendorAccount) => void;
}

const TOKENS_AT = 'https://nls-meta.cn-shanghai.aliyuncs.com/';
/** Many wait for one, so that it has a limit of its own. */
const LIMIT_MS = 4_000;
/** A call that begins with it must not lose it at once. */
const EARLY_MS = 10 * 60_000;
const MOST_ACCOUNTS = 1_000;
const MOST_ANSWER_BYTES = 16 * 1024;

const answerSchema = z.object({ Token: z.object({ Id: z.string().min(1).max(200), ExpireTime: z.number() }) });
const refusalSchema = z.object({ Code: z.string().max(200) });

/** RFC 3986: what `encodeURIComponent` leaves is encoded too. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** The query of a request with its signature, as a GET of `/` asks. */
export const signedQuery = (parameters: Readonly<Record<string, string>>, secret: string): string => {
  const query = Object.entries(parameters)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&');
  const signature = createHmac('sha1', `${secret}&`)
    .update(`GET&${encoded('/')}&${encoded(query)}`)
    .digest('base64');
  return `Signature=${encoded(signature)}&${query}`;
};

/** Why it gave none: it takes nothing but a key, so what is wrong is the key. */
const refusalOf = (status: number, text: string): ServiceFailed => {
  const fault = faultOfStatus(status);
  if (fault !== 'refused') return new ServiceFailed(fault);
  const { data } = refusalSchema.safeParse(JSON.parse(text));
  return new ServiceFailed(data?.Code.startsWith('Throttling') === true ? 'tooMany' : 'keyRefused');
};

const nameOf = ({ keyId, secret }: VendorAccount): string => `${keyId} ${secret}`;

interface Held {
  readonly token: Promise<string>;
  untilMs: number;
}

export const openAliyunTokens = (egress: EgressGuard, tokensAt = TOKENS_AT): AliyunTokens => {
  const held = new BoundedMap<string, Held>(MOST_ACCOUNTS);

  const buy = async ({ keyId, secret }: VendorAccount) => {
    const url = new URL(tokensAt);
    url.search = signedQuery(
      {
        AccessKeyId: keyId,
        Action: 'CreateToken',
        Format: 'JSON',
        RegionId: 'cn-shanghai',
        SignatureMethod: 'HMAC-SHA1',
        SignatureNonce: randomUUID(),
        SignatureVersion: '1.0',
        Timestamp: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
        Version: '2019-02-28',
      },
      secret,
    );
    const answer = await requestThrough(egress, { url, method: 'GET', signal: AbortSignal.timeout(LIMIT_MS) });
    const text = await textOf(answer, MOST_ANSWER_BYTES);
    if (answer.status !== 200) throw refusalOf(answer.status, text);
    return answerSchema.parse(JSON.parse(text)).Token;
  };

  return {
    of: async account => {
      const name = nameOf(account);
      const before = held.get(name);
      if (before !== undefined && Date.now() < before.untilMs - EARLY_MS) return await before.token;
      // Until it is there everybody waits for the same one.
      const mine: Held = {
        untilMs: Number.POSITIVE_INFINITY,
        token: buy(account).then(({ Id, ExpireTime }) => {
          mine.untilMs = ExpireTime * 1_000;
          return Id;
        }),
      };
      held.set(name, mine);
      try {
        return await mine.token;
      } catch (error) {
        if (held.get(name) === mine) held.delete(name);
        throw error;
      }
    },
    drop: account => void held.delete(nameOf(account)),
  };
};
