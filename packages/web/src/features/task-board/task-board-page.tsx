import { useTranslation } from 'react-i18next';

export const TaskBoardPage = () => {
  const { t } = useTranslation('tasks');
  return <h1 className="only-read">{t($ => $.title)}</h1>;
};
