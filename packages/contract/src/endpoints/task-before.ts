import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { weekWindows } from './tasks.ts';

/** What waits before it may be called: its province lives later, nobody is called at this hour, a redial is not due. */
const waitBecauses = ['west', 'hours', 'retry'] as const;

export const taskBeforeEndpoints = {
  look: endpoint({
    path: 'task/beforeStart',
    right: { needs: 'button', button: 'task:control' },
    input: z.object({ id }),
    output: z.object({
      /** The first three that will be called, each with what it will hear first. */
      people: z.array(z.object({ phone: z.string(), name: z.string(), area: z.string(), says: z.string() })),
      /** That may be called still. */
      numbers: z.number().int(),
      waits: z.array(
        z.object({ because: z.enum(waitBecauses), numbers: z.number().int(), until: z.string().nullable() }),
      ),
      /** Hours of task, law and lines together; null: practice lines alone, which call at any time. */
      hours: weekWindows.nullable(),
      /** When all of it will be done, as the board reckons it. */
      doneAt: z.string().nullable(),
      doneBecause: z.string(),
      doneBecauseText: z.string(),
      /** Lines that understand keys alone, and nodes that want words; null: somebody listens everywhere. */
      deaf: z.object({ lines: z.array(z.string()), nodes: z.array(z.string()) }).nullable(),
      /**
       * Yuan; null: no line costs anything. `minutes`: that it lasts for at the dearest line’s price. `mayCost`: what the list
       * may come to; `short`: so much of that is missing, null: none.
       */
      money: z
        .object({
          available: z.string(),
          perMinute: z.string(),
          minutes: z.number().int(),
          mayCost: z.string(),
          short: z.string().nullable(),
        })
        .nullable(),
    }),
    idempotent: true,
    inPreview: true,
    shows: 'phones',
    rateCost: 5,
    summary:
      'What a start would do: the first sentences, the hours that hold, what waits, when it ends, what it costs.',
  }),
} as const;
