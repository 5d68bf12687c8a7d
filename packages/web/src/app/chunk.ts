import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { type PageWords, wordsOf } from '../text/words.ts';

/** Original §9: a script chunk that has not come after 120 s is an error with a way to try again. */
export const chunkTimeLimitMs = 120_000;

export class ChunkLate extends Error {
  override readonly name = 'ChunkLate';
}

const withinLimit = async <T>(loading: Promise<T>): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new ChunkLate('chunk time limit')), chunkTimeLimitMs);
  try {
    return await Promise.race([loading, promise]);
  } finally {
    clearTimeout(timer);
  }
};

/** A page as its own chunk, loaded when it is first shown, together with the words of all signed-in pages and its own. */
export const page = (load: () => Promise<ComponentType>, ...words: PageWords[]): LazyExoticComponent<ComponentType> =>
  lazy(async () => {
    const [component] = await withinLimit(Promise.all([load(), wordsOf('console', ...words)]));
    return { default: component };
  });

/** A chunk that needs no further words. */
export const plainPage = <Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> => lazy(async () => ({ default: await withinLimit(load()) }));
