import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { DecisionList } from './decision-list.tsx';
import { useAddressPlace } from './use-decisions.ts';

/** Why numbers of all tasks were dialled, put off or left out. */
export const DecisionsPage = () => {
  const { t } = useTranslation('decisions');
  const navigate = useNavigate();
  const place = useAddressPlace();
  return (
    <div className="page">
      <h1 className="only-read">{t($ => $.title)}</h1>
      <DecisionList place={place} isOfTask={false} onRecord={call => void navigate(`/platform/call/${call}`)} />
    </div>
  );
};
