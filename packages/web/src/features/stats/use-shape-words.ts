import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Names of what charts draw. */
export const useShapeWords = (days: number) => {
  const { t } = useTranslation('stats');
  return useMemo(
    () => ({
      answered: t($ => $.series.answered),
      unanswered: t($ => $.series.unanswered),
      unlevelled: t($ => $.series.unlevelled),
      before: days === 1 ? t($ => $.beforeDay) : t($ => $.before, { n: days }),
      level: (level: string) => t($ => $.series.level, { level }),
    }),
    [t, days],
  );
};
