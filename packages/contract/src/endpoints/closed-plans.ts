import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { planLimits, planRanges } from '../plan-graph.parts.ts';

export const closedPlanLimits = { fallbackChars: 200 } as const;

const sentence = z.string().trim().min(1).max(planLimits.sentenceChars);
const rev = z.coerce.number().int().min(0).max(2_147_483_647);

const speaks = {
  /** Of a voice service; '': by whoever the merchant chose for all plans. */
  service: z.string().max(40),
  speaker: z.string().max(100),
  /** 1 is usual. */
  speed: z.coerce.number().min(planRanges.speed.least).max(planRanges.speed.most),
};

/** What who has a closed plan may set of it; its graph is shown to nobody (decision 131). */
export const closedPlanEndpoints = {
  adjustable: endpoint({
    path: 'plan/adjustable',
    right: { needs: 'page', page: 'plan' },
    input: z.object({ id }),
    output: z.object({
      id,
      name: z.string(),
      rev: z.number().int(),
      version: z.number().int().nullable(),
      /** What it says first of all, in turn; null: it says nothing before it has heard somebody. */
      opening: z.array(z.string()).nullable(),
      variables: z.array(z.object({ name: z.string(), label: z.string(), fallback: z.string() })),
      ...speaks,
    }),
    idempotent: true,
    inPreview: true,
    rateCost: 2,
    summary: 'What may be set of a closed plan: its opening, what is said where a variable is empty, its voice.',
  }),
  adjust: endpoint({
    path: 'plan/adjust',
    right: { needs: 'button', button: 'plan:publish' },
    /** `opening` and `fallbacks`, as JSON; a variable that is not named stays as it is. */
    input: z.object({
      id,
      rev,
      opening: z.array(sentence).max(planLimits.wordings),
      fallbacks: z
        .array(z.object({ name: z.string().max(100), fallback: z.string().trim().max(closedPlanLimits.fallbackChars) }))
        .max(planLimits.variables),
      service: speaks.service.default(''),
      speaker: speaks.speaker.default(''),
      speed: speaks.speed.default(1),
      override: z.string().trim().min(4).max(500).optional(),
    }),
    output: z.object({ version: z.number().int() }),
    idempotent: true,
    rateCost: 10,
    summary:
      'Sets opening, variables and voice of a closed plan and publishes that as its next version, through the gates of every publishing. `override`: why although voices are missing or tests break.',
  }),
} as const;
