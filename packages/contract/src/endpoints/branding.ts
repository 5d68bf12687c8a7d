import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, id, instant, oneLine, removed } from '../fields.ts';
import type { Fault } from '../words/allowed.ts';
import { pageInfo, theme } from './user.ts';

const ours = { needs: 'role', roles: ['admin', 'agent'] } as const;

/** Public address of an uploaded picture: its name is made of its bytes, so it never changes. */
export const brandingPicturePath = '/branding/';
/** One of our own pictures, or none: what lies elsewhere would tell its host who signs in here. */
const picture = z
  .string()
  .regex(/^(\/branding\/[0-9a-f]{32})?$/, 'picture' satisfies Fault)
  .default('');
/** http and https alone, or none: a link of another kind would run in the page. */
const webAddress = z
  .string()
  .trim()
  .max(500)
  .regex(/^(https?:\/\/[^\s\p{Cc}"'<>\\]+)?$/iu, { abort: true, error: 'webAddress' satisfies Fault })
  .refine(text => text === '' || URL.canParse(text), 'webAddress' satisfies Fault)
  .default('');

export const brandingLimits = { pictureBytes: 524_288, hosts: 20 } as const;

/** What a reseller may say of its branding; `oemId` follows from who saves. */
const fields = {
  oemTitle: oneLine.trim().min(1).max(30),
  oemIcon: picture,
  oemHomeImg: picture,
  oemHomeLogo: picture,
  oemHomeTheme: theme,
  oemColor: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^(#[0-9a-f]{6})?$/, 'colour' satisfies Fault)
    .default(''),
  oemSlogan: oneLine.trim().max(40).default(''),
  oemLogoOnly: flag.default(false),
  oemOldUrl: webAddress,
  /** 1: the form alone; any other value: the branded login (docs/pages.md#who-may-go-where). */
  loginTheme: z.coerce.number().int().min(0).max(9),
  message: oneLine.trim().max(200).default(''),
  footer: oneLine.trim().max(100).default(''),
  languageSwitch: flag.default(true),
};

const brandingHost = z.object({
  host: z.string(),
  addedAt: z.string(),
  /** Whose it is; the platform sees those of its resellers as well. */
  owner: z.string(),
  ownerId: id,
  mine: z.boolean(),
  /** Shown to who opens that name; an unproven one is nobody’s. */
  proven: z.boolean(),
  /** The TXT record that proves it. */
  record: z.object({ name: z.string(), value: z.string() }),
});

export const brandingEndpoints = {
  detail: endpoint({
    path: 'branding/detail',
    right: ours,
    input: z.object({}),
    output: z.object({
      info: pageInfo,
      /** The platform’s: what every host shows that no reseller has taken. */
      isDefault: z.boolean(),
      /** null: never saved, the built-in one shows. */
      savedAt: z.string().nullable(),
      hosts: z.array(brandingHost),
    }),
    idempotent: true,
    summary: 'The branding of the caller: its own, a reseller’s or the platform’s default, with its hosts.',
  }),
  save: endpoint({
    path: 'branding/save',
    right: ours,
    input: z.object(fields),
    output: z.object({}),
    idempotent: true,
    summary: 'Saves it; pages that are loaded from now on show it.',
  }),
  saveHost: endpoint({
    path: 'branding/saveHost',
    right: ours,
    input: z.object({ host: oneLine.trim().min(1).max(253) }),
    output: z.object({ host: z.string() }),
    idempotent: true,
    summary: 'Asks for a host name that nobody has proved; the platform’s own are its own at once.',
  }),
  proveHost: endpoint({
    path: 'branding/proveHost',
    right: ours,
    /** `ownerId`: whose, said by the platform alone, whose word is proof enough. */
    input: z.object({ host: oneLine.trim().min(1).max(253), ownerId: id.optional() }),
    output: z.object({}),
    idempotent: true,
    rateCost: 20,
    summary: 'Looks for the TXT record of a host name; found, pages asked for there show this branding.',
  }),
  removeHost: endpoint({
    path: 'branding/removeHost',
    right: ours,
    input: z.object({ host: oneLine.trim().min(1).max(253) }),
    output: z.object({}),
    idempotent: true,
    summary: 'Gives a host name up; the platform may take one away from a reseller.',
  }),
  uploadPicture: endpoint({
    path: 'branding/uploadPicture',
    right: ours,
    input: z.object({}),
    output: z.object({ url: z.string(), mime: z.string(), bytes: z.number().int() }),
    idempotent: true,
    upload: { maxBytes: brandingLimits.pictureBytes, extensions: ['png', 'jpg', 'jpeg', 'webp', 'ico'] },
    summary: 'A picture of a branding: png, jpg, webp or ico by its bytes. Its address is public.',
  }),
} as const;

export const noticeLevels = ['info', 'warn', 'bad'] as const;
export type NoticeLevel = (typeof noticeLevels)[number];
const noticeText = oneLine.trim().min(1).max(200);
const notice = z.object({
  id,
  content: z.string(),
  level: z.enum(noticeLevels),
  from: z.string(),
  to: z.string(),
});
const admin = { needs: 'role', roles: ['admin'] } as const;

export const noticeEndpoints = {
  current: endpoint({
    path: 'notice/current',
    right: { needs: 'token' },
    input: z.object({}),
    /** `key` changes with the text; a branding’s message has no span of time. */
    output: z.object({
      list: z.array(z.object({ key: z.string(), content: z.string(), level: z.enum(noticeLevels), from: z.string() })),
    }),
    idempotent: true,
    inPreview: true,
    summary: 'What the ticker shows now: notices of the platform, then the message of the branding.',
  }),
  list: endpoint({
    path: 'notice/list',
    right: admin,
    input: z.object({ after: id.optional(), limit: z.coerce.number().int().min(1).max(100).default(50) }),
    output: z.object({
      list: z.array(notice.extend({ state: z.enum(['coming', 'shown', 'past']), by: z.string() })),
      total: z.number().int(),
      after: z.string().nullable(),
    }),
    idempotent: true,
    summary: 'Notices of the platform, newest first.',
  }),
  save: endpoint({
    path: 'notice/save',
    right: admin,
    input: z.object({
      id: id.optional(),
      content: noticeText,
      level: z.enum(noticeLevels),
      from: instant,
      to: instant,
    }),
    output: z.object({ id }),
    idempotent: false,
    summary: 'Adds or changes a notice of the platform.',
  }),
  remove: endpoint({
    path: 'notice/remove',
    right: admin,
    input: z.object({ id }),
    output: removed,
    idempotent: true,
    summary: 'Removes a notice of the platform.',
  }),
} as const;
