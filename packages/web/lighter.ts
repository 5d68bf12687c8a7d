import { join } from 'node:path';

/** Parts of libraries that no page needs, by what stands in for them: in what is built, and where pages are tested. */
export const lighter = { 'd3-color': join(import.meta.dirname, 'no-colours.ts') } as const;
