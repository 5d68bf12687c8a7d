import type { experimentEndpoints, OutputOf } from '@lianxian/contract';
import { compareVariants, isVoiceGone } from '@lianxian/core';
import type { findExperiment, VariantRow } from './experiments.store.ts';

type Experiment = NonNullable<OutputOf<typeof experimentEndpoints.read>['experiment']>;
type Found = NonNullable<Awaited<ReturnType<typeof findExperiment>>>;

interface Compared {
  readonly variants: readonly VariantRow[];
  /** The voices there are now. */
  readonly voices: Parameters<typeof isVoiceGone>[1];
}

export const experimentView = (found: Found, { variants, voices }: Compared, open: boolean): Experiment => {
  const counted = variants.map(({ share, called, reached }) => ({ share, numbers: called, successes: reached }));
  const { ratios, ...compared } = compareVariants(counted);
  return {
    goal: found.goal,
    variants: variants.map(({ nth: _, synthesis, ...variant }) => ({
      ...variant,
      synthesis: synthesis && { ...synthesis, isGone: isVoiceGone(synthesis, voices) },
    })),
    open,
    taken:
      found.taken === null || found.endedAt === null ? null : { variant: found.taken, at: found.endedAt.toISOString() },
    ...compared,
    ratios: ratios.map(ratio => ({ ...ratio, to: Number.isFinite(ratio.to) ? ratio.to : null })),
  };
};
