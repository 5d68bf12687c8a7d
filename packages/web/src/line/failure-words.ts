import { becauseText, sipCodeWords } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import { saidLanguage } from '../text/said.ts';

/** What happened and what to do, null where there is nothing: by the code the carrier gave, else by our own finding. */
export const useFailureWords = () => {
  const { t } = useTranslation('monitor');
  return (code: number | null, because: string): { readonly means: string; readonly remedy: string | null } => {
    // 487 is only the echo of our own giving up; a weak challenge is a 401 as any other by its code.
    const isOurs = code === null || code === 487 || because === 'weakChallenge';
    const said = isOurs ? null : sipCodeWords(code, saidLanguage());
    if (said) return said;
    const own = t($ => $.withoutCode, { returnObjects: true });
    if (Object.hasOwn(own, because)) return own[because as keyof typeof own];
    return { means: becauseText(because, saidLanguage()), remedy: null };
  };
};
