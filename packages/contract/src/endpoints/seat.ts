import { seatStates, seatStrategies } from '@lianxian/core';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { day, flag, id, oneLine, wholeField } from '../fields.ts';

/** Human seats (坐席): their accounts and groups, what they do over a day. What a seat does in a call is in `seat-work.ts`. */
const seated = { needs: 'seat' } as const;
const keeps = { needs: 'page', page: 'seat' } as const;

export const seatLimits = {
  extension: { least: 1_000, most: 99_999 },
  ringS: { least: 3, most: 60 },
  wrapUpS: { least: 0, most: 3_600 },
  awayLimitS: { least: 10, most: 600 },
  groups: 200,
  members: 200,
  breakReasons: 20,
} as const;

/** What telephones of seats sign in as begins so; nothing else does. */
export const SEAT_ACCOUNT_PREFIX = 'seat.';

const seatState = z.enum(seatStates);
const name = oneLine.trim().min(1).max(50);
const reason = oneLine.trim().max(20);
const named = z.object({ id, name: z.string() });

/** How a seat stands, and since when. */
const standing = { state: seatState, reason: z.string(), since: z.string() };

const wish = z.enum(['idle', 'break', 'wrapUpOver']);

const settings = {
  /** Calls are answered by the page; else it asks. */
  autoAnswer: z.boolean(),
  wrapUpS: z.number().int(),
  /** A seat that is gone in a call comes back within this, or the call goes to its group. */
  awayLimitS: z.number().int(),
  /** So long one seat is rung before the next. */
  ringS: z.number().int(),
  breakReasons: z.array(z.string()),
};

const figures = z.object({
  employeeId: id,
  name: z.string(),
  calls: z.number().int(),
  talkS: z.number().int(),
  holdS: z.number().int(),
  wrapUpS: z.number().int(),
  /** Signed on, breaks included. */
  signedOnS: z.number().int(),
  breakS: z.number().int(),
  /** (talk + hold + wrap-up) ÷ (signed on without breaks), 0…1; null: not signed on. */
  occupancy: z.number().nullable(),
});

/** `user/getSeatPwd` of the original. */
export const seatPwdEndpoint = endpoint({
  path: 'user/getSeatPwd',
  right: seated,
  /** `takeOver`: another device of this seat ends. Without it a seat that is in use elsewhere is refused, which says where. */
  input: z.object({ takeOver: flag.default(false) }),
  output: z.object({
    account: z.string(),
    domain: z.string(),
    /** For this sign-in alone, and new each time. */
    pwd: z.string(),
    /** Names this giving: `seat.takenOver` of another grant is about this page. */
    grant: z.string(),
    /** The number that is shown to who is called; '': the line has none. */
    outline: z.string(),
    outlineId: id.nullable(),
    planInfos: z.array(z.object({ id, planName: z.string() })),
    extension: z.number().int(),
    /** Of SIP over WebSocket, at the host of the page; `tls`: by wss. */
    ws: z.object({ port: z.number().int(), tls: z.boolean() }),
    /** `stun:host:port`; '': none. */
    stun: z.string(),
    autoAnswer: z.boolean(),
    wrapUpS: z.number().int(),
    breakReasons: z.array(z.string()),
  }),
  idempotent: false,
  summary: 'Gives one’s seat the credentials of its telephone; what was given before is worth nothing from then on.',
});

export const seatEndpoints = {
  me: endpoint({
    path: 'seat/me',
    right: seated,
    input: z.object({}),
    /** `switchable`: one may go online or offline now. */
    output: z.object({ ...standing, callId: id.nullable(), switchable: z.boolean() }),
    idempotent: true,
    summary: 'How one’s own seat stands.',
  }),
  setState: endpoint({
    path: 'seat/setState',
    right: seated,
    /** `reason`: of a break, one of the merchant’s. */
    input: z.object({ state: wish, reason: reason.default('') }),
    /** As it is when asked for; what comes of the wish is told by push. */
    output: z.object({ state: seatState }),
    idempotent: true,
    summary: 'Takes a break, ends one, ends the wrap-up.',
  }),
  targets: endpoint({
    path: 'seat/targets',
    right: seated,
    input: z.object({ q: oneLine.trim().max(50).default('') }),
    output: z.object({
      seats: z.array(z.object({ id, name: z.string(), extension: z.number().int(), state: seatState })),
      groups: z.array(z.object({ id, name: z.string(), free: z.number().int() })),
    }),
    idempotent: true,
    summary: 'Whom a call can be given to: colleagues, without oneself, and groups.',
  }),
  choices: endpoint({
    path: 'seat/choices',
    right: { needs: 'any', pages: ['seat', 'plan'], buttons: [] },
    input: z.object({}),
    output: z.object({
      seats: z.array(
        z.object({ id, name: z.string(), account: z.string(), extension: z.number().int(), state: seatState }),
      ),
      groups: z.array(z.object({ id, name: z.string(), members: z.number().int(), free: z.number().int() })),
      /** Who has no seat. */
      people: z.array(named),
      lines: z.array(named),
      plans: z.array(z.object({ id, planName: z.string() })),
    }),
    idempotent: true,
    inPreview: true,
    summary: 'What seats, groups and hand-overs are chosen from.',
  }),
  list: endpoint({
    path: 'seat/list',
    right: keeps,
    input: z.object({}),
    output: z.object({
      seats: z.array(
        z.object({
          employeeId: id,
          name: z.string(),
          account: z.string(),
          extension: z.number().int(),
          /** May connect. */
          enabled: z.boolean(),
          /** May pause the recording of its calls. */
          mayPause: z.boolean(),
          line: named.nullable(),
          outline: z.string(),
          /** None: all that are published. */
          plans: z.array(z.object({ id, planName: z.string() })),
          groups: z.array(named),
          ...standing,
          callId: id.nullable(),
          device: z.string(),
        }),
      ),
      used: z.number().int(),
      limit: z.number().int(),
    }),
    idempotent: true,
    inPreview: true,
    summary: 'Seats of the merchant, and how each stands.',
  }),
  save: endpoint({
    path: 'seat/save',
    right: keeps,
    /** `extension` left out: the next that is free. `lineId` left out: the merchant’s first that can be used. */
    input: z.object({
      employeeId: id,
      extension: wholeField(seatLimits.extension).optional(),
      lineId: id.optional(),
      planIds: z.array(id).max(500).default([]),
      enabled: flag.default(true),
      mayPause: flag.default(false),
    }),
    output: z.object({ extension: z.number().int() }),
    idempotent: true,
    summary: 'Gives an employee a seat, or changes it; one that may not connect keeps its place.',
  }),
  remove: endpoint({
    path: 'seat/remove',
    right: keeps,
    input: z.object({ employeeId: id }),
    output: z.object({}),
    idempotent: true,
    summary: 'Takes a seat away; its telephone is signed off at once.',
  }),
  groupList: endpoint({
    path: 'seat/groupList',
    right: keeps,
    input: z.object({}),
    output: z.object({
      groups: z.array(
        z.object({
          id,
          name: z.string(),
          strategy: z.enum(seatStrategies),
          ringS: z.number().int(),
          members: z.array(named),
          free: z.number().int(),
        }),
      ),
    }),
    idempotent: true,
    inPreview: true,
    summary: 'Groups of seats.',
  }),
  groupSave: endpoint({
    path: 'seat/groupSave',
    right: keeps,
    /** `members`: in the order in which they are rung in turn. */
    input: z.object({
      id: id.optional(),
      name,
      strategy: z.enum(seatStrategies),
      ringS: wholeField(seatLimits.ringS).default(8),
      members: z.array(id).max(seatLimits.members),
    }),
    output: z.object({ id }),
    idempotent: false,
    summary: 'Makes a group of seats, or changes one.',
  }),
  groupRemove: endpoint({
    path: 'seat/groupRemove',
    right: keeps,
    input: z.object({ id }),
    output: z.object({}),
    idempotent: true,
    summary: 'Removes a group; its seats stay.',
  }),
  spans: endpoint({
    path: 'seat/spans',
    right: keeps,
    input: z.object({ employeeId: id, day }),
    /** `to` null: still so. */
    output: z.object({
      spans: z.array(z.object({ state: seatState, reason: z.string(), from: z.string(), to: z.string().nullable() })),
    }),
    idempotent: true,
    inPreview: true,
    summary: 'What a seat was over a day of the merchant.',
  }),
  figures: endpoint({
    path: 'seat/figures',
    right: keeps,
    input: z.object({ day }),
    output: z.object({ seats: z.array(figures) }),
    idempotent: true,
    inPreview: true,
    rateCost: 5,
    summary: 'Calls, talk, hold, wrap-up and occupancy of each seat over a day of the merchant.',
  }),
  settings: endpoint({
    path: 'seat/settings',
    right: { needs: 'token' },
    input: z.object({}),
    output: z.object({ ...settings, maySave: z.boolean() }),
    idempotent: true,
    inPreview: true,
    summary: 'How seats of the merchant work.',
  }),
  saveSettings: endpoint({
    path: 'seat/saveSettings',
    right: { needs: 'role', roles: ['company', 'agent'] },
    input: z
      .object({
        autoAnswer: flag,
        wrapUpS: wholeField(seatLimits.wrapUpS),
        awayLimitS: wholeField(seatLimits.awayLimitS),
        ringS: wholeField(seatLimits.ringS),
        breakReasons: z.array(reason.min(1)).min(1).max(seatLimits.breakReasons),
      })
      .partial(),
    output: z.object({}),
    idempotent: true,
    summary: 'Changes how seats of the merchant work; what is left out stays.',
  }),
} as const;
