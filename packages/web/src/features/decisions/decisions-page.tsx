import { useNavigate } from 'react-router';
import { DecisionList } from './decision-list.tsx';
import { useAddressPlace } from './use-decisions.ts';

/** Why numbers of all tasks were dialled, put off or left out. */
export const DecisionsPage = () => {
  const navigate = useNavigate();
  const place = useAddressPlace();
  return <DecisionList place={place} isOfTask={false} onRecord={call => void navigate(`/platform/call/${call}`)} />;
};
