import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag } from '../fields.ts';
import { limits } from '../wire.ts';
import type { Fault } from '../words/allowed.ts';

const nothing = z.object({});
const token = { needs: 'token' } as const;
const instant = z.iso.datetime();
const password = z.string().min(1).max(limits.longestPassword);
/** Six digits of an authenticator, or a recovery code. Spaces and dashes as people type them. */
const code = z.string().trim().min(1).max(limits.codeChars);

const ownSession = z.object({
  id: z.string(),
  /** The one that asks. */
  current: z.boolean(),
  ip: z.string(),
  userAgent: z.string(),
  signedInAt: instant,
  /** Within a minute. */
  seenAt: instant,
  expiresAt: instant,
});

/** A person's own sign-in: sessions, password, second factor, agreement, WeChat user. */
export const securityEndpoints = {
  sessions: endpoint({
    path: 'user/sessions',
    right: token,
    input: nothing,
    output: z.object({ list: z.array(ownSession), total: z.number().int() }),
    idempotent: true,
    summary: 'Where one is signed in, newest first; at most 50.',
  }),
  endSession: endpoint({
    path: 'user/endSession',
    right: token,
    input: z.object({ id: z.string().regex(/^[0-9a-f]{64}$/, 'key' satisfies Fault) }),
    output: nothing,
    idempotent: true,
    summary: 'Ends one of one’s own sessions.',
  }),
  endOtherSessions: endpoint({
    path: 'user/endOtherSessions',
    right: token,
    input: nothing,
    output: z.object({ ended: z.number().int() }),
    idempotent: true,
    summary: 'Ends all of one’s own sessions but this one.',
  }),
  changePwd: endpoint({
    path: 'user/changePwd',
    right: { needs: 'token', whileDue: ['password'] },
    input: z.object({ oldPwd: password, newPwd: password }),
    output: nothing,
    idempotent: false,
    summary: 'Changes one’s password; the other sessions end (103), this one stays.',
  }),
  agreement: endpoint({
    path: 'user/agreement',
    right: token,
    input: z.object({ accept: flag.default(false), version: z.coerce.number().int().min(0).optional() }),
    output: z.object({ version: z.number().int(), text: z.string(), accepted: z.boolean() }),
    idempotent: true,
    summary: 'The agreement as markdown; with accept=1 it is accepted in the version given, or the present one.',
  }),
  security: endpoint({
    path: 'user/security',
    right: { needs: 'token', whileDue: ['factor'] },
    input: nothing,
    output: z.object({
      passwordChangedAt: instant.nullable(),
      secondFactorSince: instant.nullable(),
      recoveryCodesLeft: z.number().int(),
      weChatAvailable: z.boolean(),
      weChatBoundAt: instant.nullable(),
    }),
    idempotent: true,
    summary: 'What guards one’s own account.',
  }),
  totpBegin: endpoint({
    path: 'user/totpBegin',
    right: { needs: 'token', whileDue: ['factor'] },
    input: z.object({ password }),
    output: z.object({ secret: z.string(), uri: z.string() }),
    idempotent: true,
    summary: 'A new secret for an authenticator, and its otpauth address; in force after totpConfirm.',
  }),
  totpConfirm: endpoint({
    path: 'user/totpConfirm',
    right: { needs: 'token', whileDue: ['factor'] },
    input: z.object({ code }),
    output: z.object({ recoveryCodes: z.array(z.string()) }),
    idempotent: false,
    summary: 'The first code turns the second factor on; answers eight recovery codes, shown this once.',
  }),
  totpEnd: endpoint({
    path: 'user/totpEnd',
    right: token,
    input: z.object({ password, code }),
    output: nothing,
    idempotent: false,
    summary: 'Turns the second factor off; takes the password and a code.',
  }),
  prove: endpoint({
    path: 'user/prove',
    right: token,
    input: z.object({
      password: z.string().max(limits.longestPassword).default(''),
      code: z.string().trim().max(limits.codeChars).default(''),
    }),
    output: z.object({ until: instant }),
    idempotent: false,
    summary:
      'Whose session it is, proved again by the password or a code of the second factor; opens what needs it for ten minutes.',
  }),
  bindCode: endpoint({
    path: 'user/bindCode',
    right: token,
    input: nothing,
    output: z.object({ code: z.string(), expiresAt: instant }),
    idempotent: false,
    summary: 'A code for five minutes that binds a WeChat user to this account; the one before is void.',
  }),
  mpBind: endpoint({
    path: 'user/mpBind',
    right: { needs: 'nothing' },
    input: z.object({
      code: z.string().trim().min(1).max(limits.codeChars),
      jsCode: z.string().trim().min(1).max(200),
    }),
    output: z.object({ userName: z.string() }),
    idempotent: false,
    summary: 'Binds the WeChat user of a mini-program login to the account that made the code.',
  }),
  unbind: endpoint({
    path: 'user/unbind',
    right: token,
    input: nothing,
    output: nothing,
    idempotent: true,
    summary: 'Takes the WeChat user off this account.',
  }),
} as const;
