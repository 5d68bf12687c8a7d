import { useTranslation } from 'react-i18next';

export const CallLogPage = () => {
  const { t } = useTranslation('callLog');
  return <h1 className="only-read">{t($ => $.title)}</h1>;
};
