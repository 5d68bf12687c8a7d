import type { ComponentType } from 'react';
import { type PageWords, wordsOf } from '../text/words.ts';
import { plainPage } from '../ui/chunk.ts';

/** A page as its own chunk, together with the words of all signed-in pages and its own. */
export const page = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  ...words: PageWords[]
): ComponentType<Props> =>
  plainPage(async () => {
    const [component] = await Promise.all([load(), wordsOf('shell', ...words)]);
    return component;
  });
