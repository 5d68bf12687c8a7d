import { endpoints, type OutputOf } from '@lianxian/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Circle, PhoneOff, Square } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { KeptLadder, LazyLadder } from '../../line/ladder/lazy-ladder.tsx';
import { UnheardNote } from '../../line/unheard-note.tsx';
import { WhyFailed } from '../../line/why-failed.tsx';
import type { LiveCall } from '../../live/live-call.ts';
import { useElapsed, useLiveCall } from '../../live/use-live-call.ts';
import { useReadsCalls } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { byKeys } from '../../ui/by-keys.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { clock } from '../../ui/format.ts';
import { Segments } from '../../ui/segments.tsx';
import { State } from '../../ui/state.tsx';
import { LiveLines } from '../../work/mend/live-lines.tsx';
import { EndedFooter, type Placing } from './ended-footer.tsx';
import { ListenButton } from './listen-button.tsx';
import '../../ui/cards.css';
import './test-call.css';

interface LiveCallPanelProps {
  readonly id: string;
  readonly onClose: () => void;
  /** Where calls are placed: what comes after it. Left out: it is only looked at, and stays when it is over. */
  readonly placing?: Placing;
  readonly onFiled: (id: string) => void;
  /** Stands below the words of a call that is only looked at. */
  readonly notes?: (record: Detail) => ReactNode;
}

export type Detail = OutputOf<typeof endpoints.call.detail>;

const heardAgainMs = 2_000;

const Timer = ({ live }: { live: LiveCall }) => {
  const elapsed = useElapsed(live);
  return <time className="test-call-timer">{clock(elapsed - (live.talkingAtMs ?? 0))}</time>;
};

/** The record of the call: asked when it should be there, and once at the start, for a call that ended before. */
const useRecord = (id: string, live: LiveCall) => {
  const readsCalls = useReadsCalls();
  return useQuery({
    queryKey: ['call/detail', id, live.filed !== null],
    queryFn: ({ signal }) => call(endpoints.call.detail, { id }, { signal }),
    enabled: readsCalls,
    staleTime: 0,
    // Who listens is known a moment after the answer.
    refetchInterval: ({ state }) => (live.state === 'talking' && state.data?.heard === null ? heardAgainMs : false),
  }).data;
};

export const LiveCallPanel = ({ id, onClose, placing, onFiled, notes }: LiveCallPanelProps) => {
  const { t } = useTranslation('shell');
  const live = useLiveCall(id);
  const record = useRecord(id, live);
  const [isMending, setMending] = useState(false);
  const [view, setView] = useState<'words' | 'ladder'>('words');
  const hangUp = useMutation({ mutationFn: () => call(endpoints.call.hangUp, { id }) });
  // At once: the call ends some packets later, and its end comes over the socket.
  const hangingUp = hangUp.isPending || hangUp.isSuccess;
  const done = record !== undefined && record.state !== null;
  const answered = done && record.state === 'answered';

  // The call was watched to its end and talked: its record is the next thing to see, after a line one is mending.
  const leaves = placing !== undefined && live.filed !== null && answered && !isMending;
  useEffect(() => {
    if (leaves) onFiled(id);
  }, [leaves, id, onFiled]);

  const ended = done || live.state === 'ended';
  const node = live.talk.path.at(-1);
  return (
    <Drawer
      title={record?.phone ?? t($ => $.testCall.title)}
      status={
        <>
          {done ? <State state={record.state!} pill /> : <State state={live.state} pill />}
          {live.state === 'ringing' && live.earlyMedia && <span className="hint">{t($ => $.testCall.earlyMedia)}</span>}
          {live.state === 'talking' && !ended && <Timer live={live} />}
        </>
      }
      closeLabel={t($ => $.testCall.close)}
      onClose={onClose}
      footer={
        ended ? (
          <EndedFooter record={done ? record : null} placing={placing} onFiled={() => onFiled(id)} />
        ) : (
          <>
            <ListenButton id={id} />
            <Button
              danger
              kind="primary"
              size="large"
              icon={<PhoneOff size={16} aria-hidden="true" />}
              disabled={hangingUp}
              onClick={() => hangUp.mutate()}
            >
              {hangingUp ? t($ => $.testCall.hangingUp) : t($ => $.testCall.hangUp)}
            </Button>
          </>
        )
      }
    >
      {record && (
        <p className="test-call-call-facts">
          {record.planName} · {record.lineName}
        </p>
      )}
      {done && record.state !== 'answered' && <WhyFailed call={record} />}
      {node && (
        <p className="test-call-at-node row gap-8">
          <span className="ink3">{t($ => $.testCall.node)}</span>
          {node.knowledge ? <Square size={9} aria-hidden="true" /> : <Circle size={9} aria-hidden="true" />}
          <strong>{node.name}</strong>
        </p>
      )}
      {(!done || live.talk.lines.length > 0 || live.messages.length > 0 || record.hasLadder) && (
        <div className="test-call-call-views flex">
          <Segments
            label={t($ => $.testCall.view)}
            options={(['words', 'ladder'] as const).map(value => ({ value, text: t($ => $.testCall[value]) }))}
            value={view}
            onChange={setView}
          />
        </div>
      )}
      {view === 'ladder' ? (
        <section className="test-call-words flex fill low" aria-label={t($ => $.testCall.ladder)}>
          <Suspense>
            {live.messages.length === 0 && done && record.hasLadder ? (
              <KeptLadder id={id} />
            ) : (
              <LazyLadder messages={live.messages} />
            )}
          </Suspense>
        </section>
      ) : (
        <section className="test-call-words stack fill low" aria-label={t($ => $.testCall.words)}>
          {record?.heard === false && <UnheardNote />}
          {(!done || live.talk.lines.length > 0) && (
            <LiveLines callId={id} talk={live.talk} speaking={!ended} onOpen={setMending} />
          )}
        </section>
      )}
      {view === 'words' && (!done || live.talk.answers.length > 0) && (
        <section className="test-call-answers" aria-label={t($ => $.testCall.answers)} {...byKeys}>
          <h3>{t($ => $.testCall.answers)}</h3>
          {live.talk.answers.length === 0 && <p className="hint">{t($ => $.testCall.noAnswers)}</p>}
          <dl>
            {live.talk.answers.map(answer => (
              <div className="flex gap-12" key={answer.label}>
                <dt>{answer.label}</dt>
                <dd className="bold">{answer.value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {record && notes && <section className="test-call-answers">{notes(record)}</section>}
    </Drawer>
  );
};
