import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, oneLine } from '../fields.ts';

/** What has a name of its own and a place one can go to. */
const foundKinds = ['task', 'customer', 'plan', 'person', 'merchant', 'reseller', 'article'] as const;
export type FoundKind = (typeof foundKinds)[number];

/** So many of a kind at most. */
export const MOST_FOUND = 6;

export const paletteEndpoints = {
  find: endpoint({
    path: 'palette/find',
    right: { needs: 'token' },
    input: z.object({ q: oneLine.trim().min(1).max(50) }),
    output: z.object({
      list: z.array(
        z.object({
          kind: z.enum(foundKinds),
          id,
          name: z.string(),
          /** A task’s plan, a customer’s number as it may be seen, a person’s account, a merchant’s number. */
          hint: z.string(),
        }),
      ),
    }),
    idempotent: true,
    inPreview: true,
    rateCost: 1,
    summary:
      'What one may open and what `q` names: tasks, customers (by name, company, or number as their list is searched), plans, people, merchants, resellers, articles, by a part of the name, by pinyin, or by account and number; six of a kind, the best first. By pinyin the newest 500 of a kind are looked through, where fewer than six hold `q`.',
  }),
} as const;
