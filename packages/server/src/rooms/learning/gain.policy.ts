import type { nodeStatEndpoints, OutputOf } from '@lianxian/contract';
import type { Said } from './alike.policy.ts';

/** What a draft makes of a sentence, by the very recognition of a call. */
export interface Reader {
  /** Name of the intent or question that decides; null: nothing is found in it. */
  readonly read: (text: string) => string | null;
}

type Gain = OutputOf<typeof nodeStatEndpoints.gain>;

const MOST_SAMPLES = 12;

interface GainIn {
  /** Missed sentences as often as they came. */
  readonly missed: readonly Said[];
  /** Understood ones. */
  readonly known: readonly Said[];
  /** Those that one wants to be understood. */
  readonly group: ReadonlySet<string>;
  readonly before: Reader;
  readonly after: Reader;
}

/** What a changed draft makes of the sentences of some days. A sentence that the draft understood already is no gain. */
export const gainOf = ({ missed, known, group, before, after }: GainIn): Gain => {
  const sums = { group: { n: 0, understood: 0 }, missed: { n: 0, understood: 0 }, known: { n: 0, changed: 0 } };
  const gained: Gain['samples'] = [];
  const changed: Gain['samples'] = [];
  for (const { text, n } of missed) {
    const [was, becomes] = [before.read(text), after.read(text)];
    const isGain = was === null && becomes !== null;
    sums.missed.n += n;
    if (isGain) sums.missed.understood += n;
    if (isGain) gained.push({ text, was: '', becomes });
    if (!group.has(text)) continue;
    sums.group.n += n;
    if (becomes !== null) sums.group.understood += n;
  }
  for (const { text, n } of known) {
    const [was, becomes] = [before.read(text), after.read(text)];
    if (was === null) continue;
    sums.known.n += n;
    if (was === becomes) continue;
    sums.known.changed += n;
    changed.push({ text, was, becomes: becomes ?? '' });
  }
  // What would change is looked at first: it is what one must not overlook.
  return { ...sums, samples: [...changed.slice(0, MOST_SAMPLES / 2), ...gained].slice(0, MOST_SAMPLES) };
};
