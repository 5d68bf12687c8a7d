import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, instant, listInput, oneLine } from '../fields.ts';
import { marketLimits, planAccesses, planPrice, planPriceKinds } from './market.ts';
import { marketTrades } from './market-trades.ts';
import { money } from './money.ts';

/** Selling plans: one’s products, their lint and review (docs/market.md#selling). */
const selling = { needs: 'button', button: 'plan:publish' } as const;
const platform = { needs: 'role', roles: ['admin'] } as const;

/** Written, not handed in; waits for the platform; on the shelf; sent back with a reason; taken down by its seller or by the platform. */
export const productStates = ['draft', 'waiting', 'onShelf', 'sentBack', 'withdrawn', 'takenDown'] as const;
export type ProductState = (typeof productStates)[number];

/** Why a version cannot go on the shelf. */
const productFaults = [
  ...(['noVersion', 'noOpening', 'fewNodes', 'noTests', 'testsBroken', 'faulty'] as const),
  ...(['phoneInText', 'nameInText', 'foreignVoice', 'licenceForbids', 'notOwn', 'notClosable'] as const),
] as const;
export type ProductFault = (typeof productFaults)[number];

const lint = z.array(z.object({ fault: z.enum(productFaults), where: z.string(), detail: z.string() }));

const about = {
  title: oneLine.trim().min(1).max(marketLimits.titleChars),
  trade: z.enum(marketTrades),
  description: z.string().trim().min(1).max(marketLimits.descriptionChars),
  priceKind: z.enum(planPriceKinds),
  price: planPrice.default('0'),
  access: z.enum(planAccesses),
};

const productOfMine = z.object({
  id,
  planId: id,
  planName: z.string(),
  ...about,
  price: money,
  state: z.enum(productStates),
  /** On the shelf, null: none; and the newest published version of the plan. */
  version: z.number().int().nullable(),
  planVersion: z.number().int().nullable(),
  /** What waits for review or was sent back, with the platform’s reason. */
  waiting: z.object({ version: z.number().int(), note: z.string(), at: z.string() }).nullable(),
  reason: z.string(),
  taken: z.number().int(),
  /** What came in, after the platform’s share. */
  income: money,
  /** What is held yet, as it may be given back. */
  coming: money,
});
export type ProductOfMine = z.infer<typeof productOfMine>;

const toReview = z.object({
  id,
  title: z.string(),
  trade: z.enum(marketTrades),
  description: z.string(),
  cid: z.string(),
  seller: z.string(),
  priceKind: z.enum(planPriceKinds),
  price: money,
  access: z.enum(planAccesses),
  version: z.number().int(),
  note: z.string(),
  at: z.string(),
  nodes: z.number().int(),
  tests: z.object({ passed: z.number().int() }),
  /** All that it says, so that it can be read before it goes on the shelf. */
  sentences: z.array(z.string()),
  state: z.enum(productStates),
});
export type ProductToReview = z.infer<typeof toReview>;

export const planProductEndpoints = {
  mine: endpoint({
    path: 'planProduct/mine',
    right: selling,
    input: listInput,
    output: z.object({
      list: z.array(productOfMine),
      total: z.number().int(),
      after: z.string().nullable(),
      /** What the platform keeps of a sale, in percent. */
      sharePercent: z.number(),
      /** With what one signs; null: nothing was signed yet. */
      signedBy: z.object({ key: z.string(), fingerprint: z.string() }).nullable(),
    }),
    idempotent: true,
    inPreview: true,
    summary: 'Products that the caller’s merchant made of its plans.',
  }),
  save: endpoint({
    path: 'planProduct/save',
    right: selling,
    /** Without `id`: a new one. A plan is one product at most. */
    input: z.object({ id: id.optional(), planId: id, ...about }),
    output: z.object({ id }),
    idempotent: true,
    rateCost: 3,
    summary: 'Writes what a plan is sold as: title, trade, words, price, and whether its graph is shown.',
  }),
  lint: endpoint({
    path: 'planProduct/lint',
    right: selling,
    input: z.object({ id }),
    output: z.object({
      version: z.number().int().nullable(),
      faults: lint,
      tests: z.object({ passed: z.number().int() }),
    }),
    idempotent: true,
    rateCost: 5,
    summary: 'What keeps the newest version of a plan from the shelf.',
  }),
  submit: endpoint({
    path: 'planProduct/submit',
    right: selling,
    input: z.object({ id, note: z.string().trim().max(marketLimits.noteChars).default('') }),
    output: z.object({ version: z.number().int() }),
    idempotent: true,
    rateCost: 10,
    summary: 'Hands the newest version in for review, packed and signed; refused with what its lint says.',
  }),
  withdraw: endpoint({
    path: 'planProduct/withdraw',
    right: selling,
    input: z.object({ id }),
    output: z.object({}),
    idempotent: true,
    rateCost: 3,
    summary: 'Takes one’s product from the shelf, or back from review; who has it keeps it.',
  }),
  reviews: endpoint({
    path: 'planProduct/reviews',
    right: platform,
    input: listInput.extend({ state: z.enum(productStates).default('waiting') }),
    output: z.object({ list: z.array(toReview), total: z.number().int(), after: z.string().nullable() }),
    idempotent: true,
    summary: 'Products that wait for the platform, oldest first; or those in another state.',
  }),
  review: endpoint({
    path: 'planProduct/review',
    right: platform,
    /** `reason`: what is wrong, when it is sent back. `at`: of which handing in it is said, as it was read; one since then is refused. */
    input: z.object({
      id,
      version: z.coerce.number().int().min(1),
      at: instant.optional(),
      verdict: z.enum(['shelve', 'sendBack']),
      reason: z.string().trim().max(marketLimits.noteChars).default(''),
    }),
    output: z.object({}),
    idempotent: true,
    summary: 'Puts a version on the shelf, or sends it back with a reason.',
  }),
  takeDown: endpoint({
    path: 'planProduct/takeDown',
    right: platform,
    input: z.object({ id, reason: z.string().trim().min(1).max(marketLimits.noteChars) }),
    output: z.object({}),
    idempotent: true,
    summary: 'Takes a product from the shelf with a reason; who has it keeps it.',
  }),
  share: endpoint({
    path: 'planProduct/share',
    right: platform,
    /** Left out: only asks. Holds for what is sold from now on. */
    input: z.object({ percent: z.coerce.number().min(0).max(90).optional() }),
    output: z.object({ percent: z.number() }),
    idempotent: true,
    summary: 'What the platform keeps of a sale, in percent.',
  }),
} as const;
