import { type ComponentType, createElement, use } from 'react';

/** A script chunk that has not come after 120 s is an error with a way to try again. */
const chunkTimeLimitMs = 120_000;

export class ChunkLate extends Error {
  override readonly name = 'ChunkLate';
}

/** Waits for a chunk, at most so long. */
export const withinLimit = async <T>(loading: Promise<T>): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new ChunkLate('chunk time limit')), chunkTimeLimitMs);
  try {
    return await Promise.race([loading, promise]);
  } finally {
    clearTimeout(timer);
  }
};

const failed = new Set<() => void>();
/** Chunks that did not come are asked for again by the next that shows them. */
export const forgetFailed = (): void => {
  for (const forget of failed) forget();
  failed.clear();
};

interface ChunkProps<Props extends object> {
  readonly come: () => Promise<ComponentType<Props>>;
  readonly props: Props;
}
const Chunk = <Props extends object>({ come, props }: ChunkProps<Props>) => createElement(use(come()), props);

/** A chunk that needs no further words, loaded when it is first shown. As `lazy`, but it can be tried again. */
export const plainPage = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> => {
  let coming: Promise<ComponentType<Props>> | null = null;
  const come = () => {
    if (coming) return coming;
    coming = withinLimit(load());
    coming.catch(() =>
      failed.add(() => {
        coming = null;
      }),
    );
    return coming;
  };
  return props => createElement(Chunk<Props>, { come, props });
};
