import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';

/** What is removed without a question, because it can be taken back (docs/pages.md#what-is-taken-back). */
export type RemovalKind =
  | 'plan'
  | 'blacklist'
  | 'whitelist'
  | 'sharedList'
  | 'keywords'
  | 'voice'
  | 'notice'
  | 'article'
  | 'update'
  | 'role'
  | 'position'
  | 'department'
  | 'smsTemplate';

export const removalEndpoints = {
  undo: endpoint({
    path: 'removal/undo',
    right: { needs: 'token' },
    input: z.object({ id }),
    output: z.object({}),
    idempotent: false,
    summary:
      'Takes a removal back within a day, by the `undo` that it answered: as it was, for whoever may remove such a thing.',
  }),
} as const;
