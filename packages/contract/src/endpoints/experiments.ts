import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, oneLine, whole } from '../fields.ts';
import { planLimits, voiceService } from '../plan-graph.parts.ts';
import { comparedVoice, levelWord } from './calls.ts';

/** What a comparison of plans may be; its dialog counts by the same. */
export const experimentLimits = {
  variants: { least: 2, most: 3 },
  /** Of a hundred numbers. */
  share: { least: 1, most: 99 },
  talkSeconds: { least: 1, most: 3_600 },
  nodeChars: 100,
} as const;

/** When a call counts as a success. */
const goal = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('level'), level: levelWord }),
  z.object({ kind: z.literal('talk'), seconds: whole(experimentLimits.talkSeconds) }),
  z.object({ kind: z.literal('node'), node: oneLine.trim().min(1).max(experimentLimits.nodeChars) }),
]);

/** Who synthesises in place of whom the plan chose. */
const synthesis = z.object({
  service: voiceService,
  /** Empty: the service’s own. */
  speaker: oneLine.trim().max(planLimits.nameChars).default(''),
});

const variant = z.object({
  planId: id,
  planName: z.string(),
  planVersion: z.number().int(),
  /** Null: the plan’s own voice. */
  synthesis: comparedVoice.extend({ isGone: z.boolean() }).nullable(),
  share: z.number().int(),
  /** Its numbers that were called, and those whose call came to the goal. */
  called: z.number().int(),
  reached: z.number().int(),
});

const experiment = z.object({
  goal,
  /** In the order in which they are called A, B, C. */
  variants: z.array(variant),
  /** May still be changed: none of the task's numbers was called. */
  open: z.boolean(),
  /** Ended by hand: when, and with which of them the task goes on. */
  taken: z.object({ variant: z.number().int(), at: z.string() }).nullable(),
  /** Which does better so far, by its place; null: none, or several. */
  front: z.number().int().nullable(),
  /** The one that is shown to do better than each other. */
  winner: z.number().int().nullable(),
  /** 0…1: how sure that is at least, true however often one looks. */
  sure: z.number(),
  /** About so many numbers more tell who does better; null: more than anybody calls, or nobody can say. */
  moreNumbers: z.number().int().nullable(),
  /** How many times as often as the other one comes to the goal: between these. `to` null: nobody can say how much more. */
  ratios: z.array(
    z.object({
      one: z.number().int(),
      other: z.number().int(),
      from: z.number(),
      to: z.number().nullable(),
    }),
  ),
});

const edits = { needs: 'button', button: 'task:create' } as const;

/** Numbers of a task dealt to two or three plans (docs/tasks.md#two-plans-compared). */
export const experimentEndpoints = {
  read: endpoint({
    path: 'experiment/read',
    right: { needs: 'page', page: 'myTask' },
    input: z.object({ taskId: id }),
    output: z.object({ experiment: experiment.nullable() }),
    idempotent: true,
    inPreview: true,
    summary: 'The plans that a task compares, and which does better.',
  }),
  nodes: endpoint({
    path: 'experiment/nodes',
    right: edits,
    input: z.object({ planIds: z.array(id).min(1).max(experimentLimits.variants.most) }),
    output: z.object({ nodes: z.array(z.string()) }),
    idempotent: true,
    inPreview: true,
    summary: 'Names of nodes that all of these plans have, as published: each can be a goal.',
  }),
  voices: endpoint({
    path: 'experiment/voices',
    right: edits,
    input: z.object({ planIds: z.array(id).min(1).max(experimentLimits.variants.most) }),
    output: z.object({
      /** `speaker`: the one it speaks by where none is named; null: it has no others to choose of. */
      voices: z.array(z.object({ service: z.string(), name: z.string(), speaker: z.string().nullable() })),
      /** As published: its sentences, and those in which something is synthesised. */
      plans: z.array(z.object({ planId: id, sentences: z.number().int(), synthesised: z.number().int() })),
    }),
    idempotent: true,
    inPreview: true,
    rateCost: 2,
    summary: 'The voices that plans may be compared with, and how much of each plan they would be heard in.',
  }),
  save: endpoint({
    path: 'experiment/save',
    right: edits,
    input: z.object({
      taskId: id,
      goal,
      /** The first is the task's own plan; shares make 100. */
      variants: z
        .array(z.object({ planId: id, share: whole(experimentLimits.share), synthesis: synthesis.optional() }))
        .min(experimentLimits.variants.least)
        .max(experimentLimits.variants.most),
    }),
    output: z.object({}),
    idempotent: true,
    summary:
      'Deals the numbers of a task to two or three plans, or to one with several voices; until the first of them is called.',
  }),
  remove: endpoint({
    path: 'experiment/remove',
    right: edits,
    input: z.object({ taskId: id }),
    output: z.object({}),
    idempotent: true,
    summary: 'Takes the comparison off a task that has not called yet: all numbers are its own plan’s.',
  }),
  end: endpoint({
    path: 'experiment/end',
    right: { needs: 'button', button: 'task:control' },
    /** `variant`: its place. */
    input: z.object({ taskId: id, variant: z.coerce.number().int().min(0).max(2) }),
    output: z.object({}),
    idempotent: true,
    summary: 'Ends the comparison: from now on every call of the task is made with this plan.',
  }),
} as const;
