import { type ComponentType, lazy } from 'react';
import { type PageWords, wordsOf } from '../../../text/words.ts';

/**
 * Parts of the studio that come when they are first shown, each with its words. All read the draft by `useDraft`; ids
 * and the few things they may ask of the page come as props.
 */
export const slot = <Props extends object>(load: () => Promise<ComponentType<Props>>, ...words: PageWords[]) =>
  lazy(async () => {
    const [part] = await Promise.all([load(), wordsOf(...words)]);
    return { default: part };
  });
