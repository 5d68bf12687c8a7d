import { endpoints } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';

interface CalleeCardsProps {
  readonly chosen: string | null;
  readonly onChoose: (phone: string) => void;
}

/** Who answers on the practice line, and what they do. */
export const CalleeCards = ({ chosen, onChoose }: CalleeCardsProps) => {
  const { t } = useTranslation('shell');
  const callees = useQuery({
    queryKey: ['practice/callees'],
    queryFn: ({ signal }) => call(endpoints.line.callees, {}, { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (callees.isError)
    return <ErrorPanel title={t($ => $.error.callees)} error={callees.error} onAgain={() => void callees.refetch()} />;
  if (!callees.data) return <Skeleton rows={4} height={52} />;
  return (
    <div className="cards is-double" role="radiogroup" aria-label={t($ => $.testCall.callee)}>
      {callees.data.list.map(each => (
        <label key={each.phone} className="card is-callee">
          <input type="radio" name="callee" checked={each.phone === chosen} onChange={() => onChoose(each.phone)} />
          <strong>{each.name}</strong>
          <span className="phone">{each.phone}</span>
          <span>{each.says}</span>
        </label>
      ))}
    </div>
  );
};
