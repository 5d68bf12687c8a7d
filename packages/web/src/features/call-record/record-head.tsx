import { ArrowLeft } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { CustomerButton } from '../../customer/customer-button.tsx';
import { isBusyLine } from '../../line/failure-kind.ts';
import { CallOutButton } from '../../softphone/call-out-button.tsx';
import { Level } from '../../ui/level.tsx';
import { State } from '../../ui/state.tsx';
import { NumberLink } from '../../work/number-link.tsx';
import type { Detail } from './marks.ts';
import type { Player } from './player.ts';
import { RecordFacts } from './record-facts.tsx';
import { RecordLink } from './record-link.tsx';

const AuthorityMark = lazy(() =>
  import('../../work/authority-mark.tsx').then(file => ({ default: file.AuthorityMark })),
);
const SaveTest = lazy(() => import('./save-test.tsx').then(file => ({ default: file.SaveTest })));

/** Who was called, how it came out, when, how long, what it cost; the way back keeps the list as it was. */
export const RecordHead = ({ call, player }: { call: Detail; player: Player | null }) => {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const { key } = useLocation();
  // The first page of a visit has nothing of ours behind it.
  const back = () => void (key === 'default' ? navigate('/callLog') : navigate(-1));
  return (
    <header className="call-record-head row gap-10 fixed">
      <button type="button" className="icon-button" aria-label={t($ => $.record.back)} onClick={back}>
        <ArrowLeft size={18} aria-hidden="true" />
      </button>
      <h1 className="whole">
        <NumberLink whose={{ call: call.id }}>{call.phone}</NumberLink>{' '}
        {call.calleeName && <small>{call.calleeName}</small>}
      </h1>
      {call.level && <Level level={call.level} />}
      <State state={call.state ?? 'live'} passes={isBusyLine(call)} pill />
      {call.namesAuthority && (
        <Suspense>
          <AuthorityMark />
        </Suspense>
      )}
      <RecordFacts call={call} />
      <CustomerButton of={{ logid: call.id }} state={2} phone={call.phone} />
      {call.state !== null && <CallOutButton logId={call.id} phone={call.phone} />}
      {call.state === 'answered' && call.transcript.length > 0 && (
        <Suspense>
          <SaveTest callId={call.id} />
        </Suspense>
      )}
      <RecordLink id={call.id} player={player} />
    </header>
  );
};
