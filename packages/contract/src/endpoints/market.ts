import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, id, listInput, merchantNumber, oneLine } from '../fields.ts';
import type { Fault } from '../words/allowed.ts';
import { marketTrades } from './market-trades.ts';
import { money } from './money.ts';
import { moves } from './talks.ts';

/**
 * The market of plans (docs/market.md): plans that others sell, or that the platform gives. Everybody signed in looks; who
 * publishes plans takes them.
 */
const anybody = { needs: 'token' } as const;
const taking = { needs: 'button', button: 'plan:publish' } as const;

/** Costs nothing; costs once; costs by the minute of talk. */
export const planPriceKinds = ['free', 'once', 'minute'] as const;
export type PlanPriceKind = (typeof planPriceKinds)[number];
/** A copy of one's own; or it runs, and its graph is shown to nobody. */
export const planAccesses = ['open', 'closed'] as const;
export type PlanAccess = (typeof planAccesses)[number];
const marketSorts = ['newest', 'rating', 'taken', 'price'] as const;

export const marketLimits = {
  titleChars: 40,
  descriptionChars: 2_000,
  noteChars: 500,
  reviewChars: 500,
  /** A merchant’s products. */
  products: 200,
  /** Nodes of a plan that is sold, at least. */
  leastNodes: 5,
  /** Shown of the shape of a main flow. */
  pictureNodes: 40,
  /** Moves of a talk with a plan that was not taken, by one merchant in a day. */
  turnsADay: 60,
  /** Moves of one such talk. */
  turns: 20,
} as const;

export const planPrice = z.string().regex(/^\d{1,5}(\.\d{1,2})?$/, 'price' satisfies Fault);

const seller = z.object({
  /** The merchant’s number; empty: the platform. */
  cid: z.string(),
  name: z.string(),
});

/**
 * A share with its interval (Wilson, 95 %), of calls of all who use it together. Null: fewer than 5 merchants with 200 calls
 * each: nobody’s own figures could be told from it.
 */
const share = z.object({ share: z.number(), from: z.number(), to: z.number() });
const rating = z
  .object({
    answered: share,
    levelA: share,
    merchants: z.number().int(),
    calls: z.number().int(),
  })
  .nullable();

/** One on the shelf. */
const productRow = z.object({
  id,
  title: z.string(),
  trade: z.enum(marketTrades),
  description: z.string(),
  seller,
  priceKind: z.enum(planPriceKinds),
  /** Yuan, once or a minute. */
  price: money,
  access: z.enum(planAccesses),
  version: z.number().int(),
  nodes: z.number().int(),
  /** Merchants that took it and have it. */
  taken: z.number().int(),
  rating,
  publishedAt: z.string(),
  /** The caller’s own. */
  isOwn: z.boolean(),
  /** The caller has it. */
  isTaken: z.boolean(),
});
export type ProductRow = z.infer<typeof productRow>;

const productVersion = z.object({ version: z.number().int(), note: z.string(), publishedAt: z.string() });

/** A talk as a stranger sees it: sentences, and nothing of how they were understood. */
const heardLine = z.object({ by: z.enum(['robot', 'callee', 'note']), text: z.string(), move: z.number().int() });

/** A place where what one changed and what the seller changed meet. */
const meeting = z.object({
  /** Of the editor’s own difference: node, intent, knowledge, rule … and its id. */
  where: z.string(),
  name: z.string(),
  mine: z.string(),
  theirs: z.string(),
});

const taken = z.object({
  planId: id,
  planName: z.string(),
  productId: id,
  title: z.string(),
  seller,
  priceKind: z.enum(planPriceKinds),
  price: money,
  access: z.enum(planAccesses),
  /** The version it was taken or upgraded as, and the newest on the shelf. */
  version: z.number().int(),
  newest: z.number().int(),
  takenAt: z.string(),
  paid: money,
  /** Until then it may be given back, as long as nobody was called with it; null: no more. */
  refundableUntil: z.string().nullable(),
  /** It was taken down from the shelf: who has it keeps it. */
  isDown: z.boolean(),
});

/** What the shelf shows of a version beside its columns. */
export interface ShownOfVersion {
  readonly kinds: readonly { readonly kind: string; readonly count: number }[];
  readonly picture: {
    readonly nodes: readonly { readonly kind: string; readonly x: number; readonly y: number }[];
    readonly edges: readonly (readonly [number, number])[];
  };
  readonly collects: readonly string[];
  readonly fills: readonly string[];
  readonly sample: readonly {
    readonly by: 'robot' | 'callee' | 'note';
    readonly text: string;
    readonly move: number;
    /** The sentence as it stands in the plan and its variables then; of a robot's line that is no model's. */
    readonly sentence?: { readonly text: string; readonly values: Readonly<Record<string, string>> };
  }[];
}

/** As all of a product's versions that call with it did; counts are weighted (decision 130). */
export interface ProductRating {
  readonly answered: readonly [number, number, number];
  readonly levelA: readonly [number, number, number];
  readonly merchants: number;
  readonly calls: number;
}

export const marketEndpoints = {
  shelves: endpoint({
    path: 'market/shelves',
    right: anybody,
    input: z.object({}),
    output: z.object({
      trades: z.array(z.object({ trade: z.enum(marketTrades), products: z.number().int() })),
      /** At most eight each. */
      best: z.array(productRow),
      newest: z.array(productRow),
      free: z.array(productRow),
      /** What the caller’s merchant took that has a newer version. */
      upgrades: z.number().int(),
    }),
    idempotent: true,
    inPreview: true,
    summary: 'Where the market begins: trades, and a few of the best, newest and free plans.',
  }),
  list: endpoint({
    path: 'market/list',
    right: anybody,
    input: listInput.extend({
      search: oneLine.trim().max(100).default(''),
      trade: z.enum(marketTrades).optional(),
      priceKind: z.enum(planPriceKinds).optional(),
      access: z.enum(planAccesses).optional(),
      /** Of one seller: its number. */
      cid: merchantNumber.optional(),
      sort: z.enum(marketSorts).default('newest'),
    }),
    output: z.object({ list: z.array(productRow), total: z.number().int(), after: z.string().nullable() }),
    idempotent: true,
    inPreview: true,
    summary: 'Plans on the shelf, found by words of title and description, trade, price and seller.',
  }),
  detail: endpoint({
    path: 'market/detail',
    right: anybody,
    input: z.object({ id }),
    output: productRow.extend({
      licence: z.string(),
      /** Public key of who signed it (Ed25519, SPKI in base64) and its short form; empty: unsigned. */
      signedBy: z.object({ key: z.string(), fingerprint: z.string() }),
      /**
       * The shape of its main flow, without a word: at most so many nodes. Empty of a closed one.
       */
      picture: z.object({
        nodes: z.array(z.object({ kind: z.string(), x: z.number(), y: z.number() })),
        /** From which of them to which. */
        edges: z.array(z.tuple([z.number().int(), z.number().int()])),
      }),
      kinds: z.array(z.object({ kind: z.string(), count: z.number().int() })),
      opening: z.string(),
      /** Labels of what it asks for. */
      collects: z.array(z.string()),
      /** Labels of what a sheet may fill. */
      fills: z.array(z.string()),
      tests: z.object({ passed: z.number().int() }),
      /** One talk with it, as it was tested; the robot’s lines can be heard (`market/hear`). */
      sample: z.array(heardLine),
      versions: z.array(productVersion),
      /** What the caller’s merchant has of it. */
      mine: taken.nullable(),
      /** Talking to it is free of charge, so many moves are left today. */
      turnsLeft: z.number().int(),
      state: z.enum(['onShelf', 'down']),
    }),
    idempotent: true,
    inPreview: true,
    summary: 'One plan of the market: what it does, collects and costs, and how it did.',
  }),
  hear: endpoint({
    path: 'market/hear',
    right: anybody,
    /** The line of the sample, from 0. */
    input: z.object({ id, line: z.coerce.number().int().min(0).max(199) }),
    output: z.object({ mime: z.string(), audio: z.string() }),
    idempotent: true,
    inPreview: true,
    rateCost: 1,
    summary: 'How a line of the sample sounds, in base64.',
  }),
  talk: endpoint({
    path: 'market/talk',
    right: anybody,
    input: z.object({ id, moves: moves.max(marketLimits.turns).default([]) }),
    output: z.object({
      lines: z.array(heardLine),
      ended: z.boolean(),
      awaits: z.enum(['listening', 'keys', 'nothing']),
      turnsLeft: z.number().int(),
    }),
    idempotent: true,
    rateCost: 2,
    summary: 'A talk with a plan before it is taken: sentences only, and so many turns a day.',
  }),
  take: endpoint({
    path: 'market/take',
    right: taking,
    /** `price`: what the caller saw; another one by now is refused. The same `requestId` twice counts once. */
    input: z.object({
      id,
      price: planPrice,
      requestId: z.string().regex(/^[\w-]{8,64}$/, 'key' satisfies Fault),
      name: oneLine.trim().min(1).max(100).optional(),
    }),
    output: z.object({ planId: id, paid: money, isNew: z.boolean() }),
    idempotent: true,
    rateCost: 10,
    summary: 'Takes a plan: a copy of one’s own, or one that runs closed; paid once, however often it is asked.',
  }),
  giveBack: endpoint({
    path: 'market/giveBack',
    right: taking,
    input: z.object({ planId: id }),
    output: z.object({ refunded: money }),
    idempotent: true,
    rateCost: 10,
    summary: 'Gives a plan back within a day, if nobody was called with it; its price comes back.',
  }),
  mine: endpoint({
    path: 'market/mine',
    right: anybody,
    input: listInput,
    output: z.object({ list: z.array(taken), total: z.number().int(), after: z.string().nullable() }),
    idempotent: true,
    inPreview: true,
    summary: 'What the caller’s merchant took of the market, newest first.',
  }),
  changes: endpoint({
    path: 'market/changes',
    right: { needs: 'button', button: 'plan:edit' },
    input: z.object({ planId: id }),
    output: z.object({
      from: z.number().int(),
      to: z.number().int(),
      notes: z.array(productVersion),
      /** What the seller changed, named; of a closed plan nothing but how much. */
      changed: z.array(z.object({ where: z.string(), name: z.string(), how: z.enum(['added', 'removed', 'changed']) })),
      changedCount: z.number().int(),
      /** What one changed oneself and keeps. */
      kept: z.array(z.object({ where: z.string(), name: z.string() })),
      meetings: z.array(meeting),
    }),
    idempotent: true,
    rateCost: 5,
    summary: 'What a newer version of a taken plan changes, what of one’s own is kept, and where both meet.',
  }),
  upgrade: endpoint({
    path: 'market/upgrade',
    right: taking,
    input: z.object({
      planId: id,
      to: z.coerce.number().int().min(1),
      /** Of each place where both meet: whose. */
      choices: z.record(z.string().max(300), z.enum(['mine', 'theirs'])).default({}),
      /** Although test conversations break. */
      despite: flag.default(false),
    }),
    output: z.object({
      /** The version it was published as; null: tests broke, and nothing was changed. */
      version: z.number().int().nullable(),
      tests: z.object({ passed: z.number().int(), failed: z.array(z.object({ name: z.string() })) }),
    }),
    idempotent: true,
    rateCost: 20,
    summary: 'Upgrades a taken plan: joins both, runs its test conversations, publishes when they pass.',
  }),
  opinions: endpoint({
    path: 'market/opinions',
    right: anybody,
    input: listInput.extend({ id }),
    output: z.object({
      list: z.array(z.object({ id, text: z.string(), at: z.string(), isMine: z.boolean() })),
      total: z.number().int(),
      after: z.string().nullable(),
      /** The caller’s merchant called with it, so that it may say something. */
      mayWrite: z.boolean(),
    }),
    idempotent: true,
    inPreview: true,
    summary: 'What those say of a plan who called with it.',
  }),
  saveOpinion: endpoint({
    path: 'market/saveOpinion',
    right: taking,
    /** Empty: takes it away. */
    input: z.object({ id, text: z.string().trim().max(marketLimits.reviewChars) }),
    output: z.object({}),
    idempotent: true,
    rateCost: 3,
    summary: 'Says something of a plan; only who called with it.',
  }),
} as const;
