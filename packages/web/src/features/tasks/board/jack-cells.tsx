import { useTranslation } from 'react-i18next';
import type { LiveCall } from './board.ts';

/** Beyond it, a cell stands for several channels. */
const mostCells = 60;

/** One small jack cell a channel: talking filled, on its way with an amber edge, free with a grey one. */
export const JackCells = ({ live, used, limit }: { live: readonly LiveCall[]; used: number; limit: number }) => {
  const { t } = useTranslation('tasks');
  const talking = Math.min(used, live.filter(call => call.stage === 'talking').length);
  const cells = Math.min(limit, mostCells);
  const part = limit > 0 ? cells / limit : 0;
  const full = Math.round(talking * part);
  const ringing = Math.round(used * part) - full;
  const says = t($ => $.board.cells, { talking, ringing: used - talking, free: Math.max(0, limit - used) });
  return (
    <span className={cells > 24 ? 'jacks is-many' : 'jacks'} role="img" aria-label={says} title={says}>
      {Array.from({ length: cells }, (_, at) => at).map(at => (
        <i key={at} className={at < full ? 'is-talking' : at < full + ringing ? 'is-ringing' : undefined} />
      ))}
    </span>
  );
};
