import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { versions } from './rules.ts';

/** What a task tries again: every version of it is kept, and the ledger of decisions names the one that said so. */
export const taskRetryEndpoints = {
  versions: endpoint({
    path: 'task/retryVersions',
    right: { needs: 'page', page: 'myTask' },
    input: versions.input.extend({ id }),
    output: versions.output,
    idempotent: true,
    inPreview: true,
    summary: 'Versions of what a task tries again, newest first: who, when, what changed.',
  }),
} as const;
