import { z } from 'zod';
import { oneLine, whole } from '../fields.ts';
import type { Fault } from '../words/allowed.ts';

/** How a provider is spoken to (docs/sms.md#providers); its password or key lies elsewhere, sealed. */
export const smsProviderLimits = {
  ...{ providers: 20, headers: 20, nameChars: 50, secretChars: 1_000, urlChars: 2_000, bodyChars: 10_000 },
  ...{ pathChars: 100, wordChars: 100, words: 20 },
  ...{ leastRank: 1, mostRank: 9, leastShare: 1, mostShare: 100, leastPace: 1, mostPace: 1_000 },
  ...{ leastEverySeconds: 10, mostEverySeconds: 3_600 },
  ...{ leastPort: 1, mostPort: 65_535, leastWindow: 1, mostWindow: 200, leastKind: 0, mostKind: 255 },
} as const;
const limits = smsProviderLimits;

const url = oneLine
  .trim()
  .max(limits.urlChars)
  .refine(text => {
    const read = URL.parse(text);
    return read !== null && /^https?:$/.test(read.protocol) && read.username === '' && read.password === '';
  }, 'webAddress' satisfies Fault);
/** Into JSON, as `data.0.code`; '' : it says none. */
const path = oneLine.trim().max(limits.pathChars).default('');
const word = oneLine.trim().max(limits.wordChars);
const words = z.array(word).max(limits.words).default([]);

/** How a request shows that it is ours. */
export const signingKinds = ['none', 'hash', 'aliyun', 'tencent'] as const;
export const hashKinds = ['md5', 'sha1', 'sha256', 'hmacSha1', 'hmacSha256'] as const;

const signing = z.discriminatedUnion('by', [
  /** A token stands in a header or the body, as `${secret}`. */
  z.object({ by: z.literal('none') }),
  /** `${sign}` is the hash of a text; `${fields}` in it are the sorted fields of the body, `a=1&b=2`. */
  z.object({
    by: z.literal('hash'),
    hash: z.enum(hashKinds),
    text: z.string().max(limits.bodyChars).default(`\${fields}\${secret}`),
    as: z.enum(['hex', 'HEX', 'base64']).default('hex'),
  }),
  /** ACS3-HMAC-SHA256; the key’s id, the action and version of the service. */
  z.object({
    by: z.literal('aliyun'),
    keyId: word,
    action: word.default('SendSms'),
    version: word.default('2017-05-25'),
  }),
  /** TC3-HMAC-SHA256. */
  z.object({
    by: z.literal('tencent'),
    keyId: word,
    action: word.default('SendSms'),
    version: word.default('2021-01-11'),
    region: word.default('ap-guangzhou'),
    service: word.default('sms'),
  }),
]);

/** Where in what it sends us reports, or replies, are: a list or one; which words say that it came on. */
const reports = z.object({ list: path, ref: path, state: path, code: path, delivered: words });
const replies = z.object({ list: path, ref: path, phone: path, text: path });

/** A request beside the one that sends: to the same host or another, signed by the same key. */
const further = z.object({
  method: z.enum(['GET', 'POST']).default('POST'),
  /** `${seconds}`, `${ms}`, `${nonce}`, `${secret}`, `${sign}` are filled. */
  url,
  body: z.string().max(limits.bodyChars).default(''),
  /** Of the two clouds, which name what is asked in their signature; '' : as when sending. */
  action: word.default(''),
});

/**
 * How a template is handed to the provider’s review, and asked for: `${name}`, `${kind}`, `${signature}`, `${content}`, `${numbered}`
 * (the text with its variables as {1}, {2}) are filled, when asking `${code}`.
 */
const review = z.object({
  /** What the provider calls the two kinds of message. */
  notice: word.default('notice'),
  marketing: word.default('marketing'),
  /** Where its answer says what it calls the template, or why it did not take it. */
  submit: further.extend({ code: path, because: path }),
  ask: further.extend({ state: path, usable: words, refused: words, because: path }),
});

const httpSettings = z.object({
  kind: z.literal('http'),
  method: z.enum(['GET', 'POST']).default('POST'),
  /** `${phone}`, `${text}`, `${body}`, `${signature}`, `${template}`, `${params}`, `${id}`, `${seconds}`, `${ms}`, `${nonce}`, `${secret}`, `${sign}` are filled. */
  url,
  headers: z.record(z.string().max(limits.wordChars), z.string().max(limits.urlChars)).default({}),
  /** Filled as the kind of body needs: within JSON as JSON, within a form as a form. */
  body: z.string().max(limits.bodyChars).default(''),
  as: z.enum(['json', 'form']).default('json'),
  signing: signing.default({ by: 'none' }),
  /** What of the answer says that it was taken; without a path every answer of 2xx does. */
  accepted: z.object({ path, words }).default({ path: '', words: [] }),
  /** Its own number for the message, by which reports come. */
  ref: path,
  error: path,
  /** Codes after which another provider, or the same later, is tried. */
  again: words,
  reports: reports.optional(),
  replies: replies.optional(),
  /** Where it does not call us: what it is asked for every so many seconds, read by the paths of `reports` and `replies`. */
  poll: z
    .object({
      everySeconds: whole({ least: limits.leastEverySeconds, most: limits.mostEverySeconds }).default(60),
      reports: further.optional(),
      replies: further.optional(),
    })
    .optional(),
  /** Where it reviews templates by call. */
  review: review.optional(),
  /** What it wants to hear from us after a report. */
  answer: z.string().max(limits.wordChars).default('{"code":0}'),
});

const smppSettings = z.object({
  kind: z.literal('smpp'),
  host: word.min(1),
  port: whole({ least: limits.leastPort, most: limits.mostPort }).default(2775),
  tls: z.boolean().default(false),
  systemId: word.max(15).default(''),
  systemType: word.max(12).default(''),
  /** The number messages come from. */
  source: word.max(20).default(''),
  sourceTon: whole({ least: limits.leastKind, most: limits.mostKind }).default(0),
  sourceNpi: whole({ least: limits.leastKind, most: limits.mostKind }).default(0),
  destTon: whole({ least: limits.leastKind, most: limits.mostKind }).default(0),
  destNpi: whole({ least: limits.leastKind, most: limits.mostKind }).default(0),
  /** Put before a number of China, as 86. */
  prefix: word.max(5).default(''),
  /** How many messages wait for their answer at once. */
  window: whole({ least: limits.leastWindow, most: limits.mostWindow }).default(20),
});

/** Writes a line and says that it came on: for practice. */
const logSettings = z.object({ kind: z.literal('log') });

export const providerSettings = z.discriminatedUnion('kind', [logSettings, httpSettings, smppSettings]);
export type ProviderSettings = z.output<typeof providerSettings>;
export type HttpProvider = z.output<typeof httpSettings>;
export type SmppProvider = z.output<typeof smppSettings>;
export type Signing = z.output<typeof signing>;
