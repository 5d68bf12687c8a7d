import { endpoints } from '@lianxian/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { PhoneOff } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { DoctorList } from '../../../line/doctor.tsx';
import { LazyLadder } from '../../../line/ladder/lazy-ladder.tsx';
import { useDoctor } from '../../../line/use-check.ts';
import { WhyFailed } from '../../../line/why-failed.tsx';
import { useLiveCall } from '../../../live/use-live-call.ts';
import { Button } from '../../../ui/button.tsx';
import { State } from '../../../ui/state.tsx';
import { LiveLines } from '../../../work/mend/live-lines.tsx';

interface OwnCallProps {
  readonly id: string;
  readonly lineId: string;
  readonly heard: boolean | null;
  readonly onHeard: (yes: boolean) => void;
  readonly onOver: () => void;
}

/** The call to one's own phone as it happens: its state, its SIP beside its words, and the question afterwards. */
export const OwnCall = ({ id, lineId, heard, onHeard, onOver }: OwnCallProps) => {
  const { t } = useTranslation('lines');
  const word = useTranslation('shell').t;
  const live = useLiveCall(id);
  const hangUp = useMutation({ mutationFn: () => call(endpoints.call.hangUp, { id }) });
  const record = useQuery({
    queryKey: ['call/detail', id, live.filed !== null],
    queryFn: ({ signal }) => call(endpoints.call.detail, { id }, { signal, quiet: true }),
    staleTime: 0,
  }).data;
  const done = record !== undefined && record.state !== null;
  const failed = done && record.state !== 'answered';
  const ended = done || live.state === 'ended';
  useEffect(() => {
    if (ended) onOver();
  }, [ended, onOver]);
  const talked = live.talkingAtMs !== null || (done && record.state === 'answered');
  return (
    <>
      <p className="connect-own-call row gap-8">
        <State state={done ? record.state! : live.state} pill />
        {!ended && (
          <Button danger icon={<PhoneOff size={14} aria-hidden="true" />} onClick={() => hangUp.mutate()}>
            {word($ => $.testCall.hangUp)}
          </Button>
        )}
        {talked && heard === null && (
          <>
            <strong>{t($ => $.connect.heard)}</strong>
            <Button kind="primary" onClick={() => onHeard(true)}>
              {t($ => $.connect.yes)}
            </Button>
            <Button onClick={() => onHeard(false)}>{t($ => $.connect.no)}</Button>
          </>
        )}
      </p>
      {failed && <WhyFailed call={record} />}
      {(failed || heard === false) && <AfterFailure lineId={lineId} />}
      <div className="connect-own-call-views grid">
        <section aria-label={t($ => $.ladder.title)}>
          <Suspense>
            <LazyLadder messages={live.messages} />
          </Suspense>
        </section>
        <section aria-label={t($ => $.ladder.words)}>
          <LiveLines callId={id} talk={live.talk} speaking={!ended} />
        </section>
      </div>
    </>
  );
};

/** Not heard, or not through: the doctor knows the call now. */
const AfterFailure = ({ lineId }: { lineId: string }) => {
  const { t } = useTranslation('lines');
  const check = useDoctor(lineId);
  return (
    <section aria-label={t($ => $.doctor.title)}>
      <p className="hint">{t($ => $.connect.noHint)}</p>
      <DoctorList check={check} />
    </section>
  );
};
