import { dataScopes, roleCodes } from '@lianxian/core';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { account } from '../fields.ts';
import { limits } from '../wire.ts';
import { levelNames } from './config.ts';

const nothing = z.object({});
export const theme = z.enum(['default', 'black_g', 'black_y', 'black_r']);

export const pageInfo = z.object({
  oemTitle: z.string(),
  oemIcon: z.string(),
  oemHomeImg: z.string(),
  oemHomeLogo: z.string(),
  oemHomeTheme: theme,
  /** Instead of the theme's brand colour, `#rrggbb`; empty: none. Pages make it readable. */
  oemColor: z.string(),
  /** Instead of ours on the login; empty: none. */
  oemSlogan: z.string(),
  /** The logo has the name in it: it stands alone. */
  oemLogoOnly: z.boolean(),
  oemOldUrl: z.string(),
  loginTheme: z.number().int(),
  message: z.string(),
  /** is the language switch shown? */
  languageSwitch: z.boolean(),
  /** A line at the foot of the logins: record number, telephone. */
  footer: z.string(),
  /** Whose branding it is; empty: the platform’s. */
  oemId: z.string(),
});

const userInfo = z.object({
  /** The person's name, under both its names: the original calls what the header shows the title. */
  userName: z.string(),
  title: z.string(),
  jobTitle: z.string(),
  account: z.string(),
  merchantName: z.string(),
  merchantNumber: z.string(),
  roleCode: z.enum(roleCodes),
  hasSeat: z.boolean(),
  seatRight: z.boolean(),
  rights: z.array(z.string()),
  btns: z.array(z.string()),
  /** Whose calls and tasks this person sees: who is of no department sees no more than their own. */
  scope: z.enum(dataScopes),
  showAgreement: z.boolean(),
  /** Somebody else set the password: the page asks for a new one, and nothing else works. */
  mustChangePwd: z.boolean(),
  /** A second factor is demanded and not set up: the page asks for it, and nothing else works. */
  mustSetFactor: z.boolean(),
  /** One looks with this person's eyes until then (`oa/preview`); null: who asks is this person. */
  previewUntil: z.iso.datetime().nullable(),
  oemId: z.string(),
  /** The practice line is the merchant’s only one: nobody outside is called. */
  practiceOnly: z.boolean(),
  /** The merchant’s names of levels, beside their letters wherever levels show; '' is none. */
  levelNames,
  /** the newest of the update log; the page's cookie is behind it while there is something new to read. */
  clientVersion: z.number().int(),
});
/** The original's constant: the version before the first entry of the update log. */
export const CLIENT_VERSION = 11;

export const userEndpoints = {
  captcha: endpoint({
    path: 'user/captcha',
    right: { needs: 'nothing' },
    input: nothing,
    output: z.object({ captchaKey: z.string(), image: z.string(), required: z.boolean() }),
    idempotent: true,
    summary: 'A new captcha: its key and an SVG picture.',
  }),
  pageInfo: endpoint({
    path: 'user/pageInfo',
    right: { needs: 'nothing' },
    /** A valid one brings the person’s own branding instead of the host’s; any other counts as none. */
    input: z.object({ token: z.string().default('') }),
    output: pageInfo,
    idempotent: true,
    summary: 'Branding of the host, or of the reseller of who is signed in; needs no token.',
  }),
  login: endpoint({
    path: 'user/login',
    right: { needs: 'nothing' },
    input: z.object({
      cid: z.string().trim().min(1).max(limits.merchantNumberChars),
      account,
      password: z.string().min(1).max(limits.longestPassword),
      captcha: z.string().max(limits.captchaChars).default(''),
      captchaKey: z.string().max(64).default(''),
      /** Of the second factor, where it is on: asked for after the right password (211). */
      code: z.string().trim().max(limits.codeChars).default(''),
    }),
    output: z.object({ token: z.string(), userName: z.string() }),
    idempotent: false,
    summary: 'Signs in; the token is valid for a day.',
  }),
  resetAsk: endpoint({
    path: 'user/resetAsk',
    right: { needs: 'nothing' },
    input: z.object({
      cid: z.string().trim().min(1).max(limits.merchantNumberChars),
      account,
      captcha: z.string().max(limits.captchaChars).default(''),
      captchaKey: z.string().max(64).default(''),
    }),
    output: z.object({ code: z.string(), secret: z.string(), expiresAt: z.iso.datetime() }),
    idempotent: false,
    summary:
      'An owner forgot the password: a code to read out to whoever looks after the merchant, and the secret of the browser that may then set a new one. The same for accounts that do not exist.',
  }),
  resetState: endpoint({
    path: 'user/resetState',
    right: { needs: 'nothing' },
    input: z.object({ secret: z.string().min(1).max(64) }),
    output: z.object({ state: z.enum(['waiting', 'confirmed', 'over']) }),
    idempotent: true,
    summary: 'Whether a reset was confirmed.',
  }),
  resetFinish: endpoint({
    path: 'user/resetFinish',
    right: { needs: 'nothing' },
    input: z.object({ secret: z.string().min(1).max(64), password: z.string().min(1).max(limits.longestPassword) }),
    output: nothing,
    idempotent: false,
    summary: 'Sets the password of a confirmed reset, once; sessions end, a second factor stays.',
  }),
  logout: endpoint({
    path: 'user/logout',
    right: { needs: 'token', whileDue: ['password', 'factor'] },
    input: nothing,
    output: nothing,
    idempotent: true,
    inPreview: true,
    summary: 'Revokes the token.',
  }),
  getUserInfo: endpoint({
    path: 'user/getUserInfo',
    right: { needs: 'token', whileDue: ['password', 'factor'] },
    input: nothing,
    output: userInfo,
    idempotent: true,
    inPreview: true,
    summary: 'Who is signed in, and what they may.',
  }),
} as const;
