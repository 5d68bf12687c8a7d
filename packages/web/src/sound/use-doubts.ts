import { useTranslation } from 'react-i18next';
import { doubtsOf, syllablesIn } from './doubts.ts';

/** What is odd about a recording of a text, in sentences; none: nothing is. */
export const useDoubts = () => {
  const { t } = useTranslation('voices');
  return (text: string, sound: Parameters<typeof doubtsOf>[1]): readonly string[] =>
    doubtsOf(text, sound).map(doubt =>
      t($ => $.doubts[doubt], { n: (sound.durationMs / 1000).toFixed(1), chars: syllablesIn(text) }),
    );
};
