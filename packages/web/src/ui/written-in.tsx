import { useTranslation } from 'react-i18next';
import { saidLanguage } from '../text/said.ts';

/** Above a text that the platform writes in its own language: who reads the pages in another one is told. */
export const WrittenIn = () => {
  const { t } = useTranslation('shell');
  return saidLanguage() === 'zh-CN' ? null : <p className="hint">{t($ => $.writtenIn)}</p>;
};
