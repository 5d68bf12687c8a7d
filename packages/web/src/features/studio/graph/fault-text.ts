import type { FaultKey, Plan, PlanFault } from '@lianxian/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { nodeOf } from './edits.ts';
import { exitsOf } from './exits.ts';
import { exitLabel, wordOfExit } from './faces.ts';

interface FaultWords {
  readonly studio: TFunction<'studio'>;
  readonly faults: TFunction<'faults'>;
}

/** What sentences of faults are made of. */
export const useFaultWords = (): FaultWords => ({
  studio: useTranslation('studio').t,
  faults: useTranslation('faults').t,
});

/** As it is here, or as the server told it. */
type Told = Omit<PlanFault, 'fault' | 'slot'> & { readonly fault: string; readonly slot?: string | undefined };

const nodeAt = (plan: Plan, { where }: Told) => {
  const [kind, id = ''] = where.split(':');
  return kind === 'node' ? nodeOf(plan, id) : undefined;
};

/** What the sentence names: the branch, the exit, or what the opening does not say; else the detail as it is. */
const named = ({ studio: t, faults }: FaultWords, plan: Plan, told: Told): string => {
  const { fault, detail, slot } = told;
  const node = nodeAt(plan, told);
  switch (fault as FaultKey) {
    case 'leadsNowhere': {
      const way = node && exitsOf(node).find(exit => exit.slot === slot);
      return way ? exitLabel(t, plan, way) : t($ => $.exits.afterAnswer);
    }
    case 'sameRouter':
    case 'unknownExit':
      return wordOfExit(plan, detail, node);
    case 'openingLacks':
      return faults($ => $.opening[detail as 'caller' | 'machine' | 'recorded']);
    default:
      return detail;
  }
};

/** What is wrong, in a sentence. */
export const faultText = (words: FaultWords, plan: Plan, told: Told): string =>
  words.faults($ => $.says[told.fault as FaultKey], { detail: named(words, plan, told) });

/** Tells faults of one plan apart. */
export const faultKey = ({ where, fault, detail, slot = '' }: Told): string => [where, fault, detail, slot].join(' ');
