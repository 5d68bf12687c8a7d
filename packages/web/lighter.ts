import { join } from 'node:path';

const here = (file: string): string => join(import.meta.dirname, file);

/** Parts of libraries that no page needs, by what stands in for them: in what is built, and where pages are tested. */
export const lighter = {
  'd3-color': here('no-colours.ts'),
  'micromark-extension-gfm-footnote': here('no-footnotes.ts'),
} as const;
