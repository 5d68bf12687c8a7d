import { variablesToFill } from '@lianxian/core';
import { Phone, RotateCcw, Settings2 } from 'lucide-react';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Refusal } from '../../../api/wire.ts';
import { useCurrentUser } from '../../../session/current-user.ts';
import { Level } from '../../../ui/level.tsx';
import { MendButton } from '../../../work/mend/mend-button.tsx';
import { useDraft, useDraftStore } from '../draft/draft-store.ts';
import { nodeOf } from '../graph/edits.ts';
import { TalkLines } from '../transcript/talk-lines.tsx';
import { AskCard } from './ask-card.tsx';
import { Forks } from './forks.tsx';
import { TalkInput } from './talk-input.tsx';
import { TalkSettings } from './talk-settings.tsx';
import { type Talk, useTalk } from './talk-store.ts';
import { useSound } from './use-sound.ts';
import '../transcript/talk.css';

const PhoneDialog = lazy(() => import('./phone-dialog.tsx').then(file => ({ default: file.PhoneDialog })));
const SaveDialog = lazy(() => import('../tests/save-dialog.tsx').then(file => ({ default: file.SaveDialog })));

/** How long the node the talk stands at waits before it asks whether anybody is there. */
const useSilence = (at: string | null): number =>
  useDraft(({ plan }) => {
    const node = at === null ? undefined : nodeOf(plan, at);
    return ((node && 'silence' in node && node.silence) || plan.defaults.silence).ms;
  });

const muteKey = 'lx.talk.mute';

/** The robot speaks what it answers to who acts; switched off, it stays so in this browser. */
const useSpeaking = (planId: string, { turn, result, heard }: Talk) => {
  const sound = useSound(planId);
  const [isOn, setIsOn] = useState(localStorage.getItem(muteKey) !== '1');
  const [failed, setFailed] = useState<unknown>(null);
  const known = useRef(turn);
  const speak = useEffectEvent(() => {
    if (turn === null) return;
    const lines = result?.lines.filter(({ by, move }) => by === 'robot' && move >= turn.from) ?? [];
    setFailed(null);
    void sound.play(lines, { onSound: () => heard(turn), onFail: setFailed });
  });
  useEffect(() => {
    if (known.current === turn) return;
    known.current = turn;
    if (isOn) speak();
  }, [turn, isOn]);
  const turnOn = (on: boolean) => {
    localStorage.setItem(muteKey, on ? '0' : '1');
    if (!on) sound.stop();
    setIsOn(on);
  };
  return { ...sound, isOn, turnOn, failed };
};

const none: readonly never[] = [];

/** A talk with the plan beside its graph (picture 06): what is said, why it was understood, and where it goes. */
export const TalkPanel = ({ planId }: { planId: string }) => {
  const { t } = useTranslation('talk');
  const draft = useDraftStore();
  const rev = useDraft(({ rev: now }) => now);
  const plan = useDraft(state => state.plan);
  const talk = useTalk(draft, state => state);
  const { result, running, wrong } = talk;
  const mayCall = useCurrentUser()?.btns.includes('call_out') ?? false;
  const [shows, setShows] = useState<'phone' | 'save' | 'settings' | null>(null);
  const lines = result?.lines ?? none;
  const sound = useSpeaking(planId, talk);
  const silenceMs = useSilence(result?.at ?? null);
  const isStale = result !== null && !running && talk.ranRev !== rev;
  const { backTo, rerun } = talk;
  useEffect(() => {
    // The draft has changed: the same moves once more.
    if (isStale) rerun();
  }, [isStale, rerun]);
  const filled = variablesToFill(plan)
    .map(({ name, label, fallback }) => ({ label: label || name, value: talk.variables[name] || fallback }))
    .filter(({ value }) => value !== '');
  return (
    <section className="talk stack gap-8 fill" aria-label={t($ => $.title)}>
      <header className="row gap-8">
        <h2>{t($ => $.title)}</h2>
        <button
          type="button"
          className="talk-variables row-in gap-6 cut hint fill"
          onClick={() => setShows(shows === 'settings' ? null : 'settings')}
        >
          {filled.map(({ label, value }) => `${label} = ${value}`).join(' ')}
          <Settings2 size={14} aria-label={t($ => $.settings)} />
        </button>
        {mayCall && (
          <button
            type="button"
            className="icon-button"
            aria-label={t($ => $.phone.open)}
            title={t($ => $.phone.open)}
            onClick={() => setShows('phone')}
          >
            <Phone size={15} aria-hidden="true" />
          </button>
        )}
        {result && (
          <button type="button" className="button is-bare" onClick={talk.begin}>
            <RotateCcw size={14} aria-hidden="true" />
            {t($ => $.again)}
          </button>
        )}
      </header>
      {shows === 'settings' && <TalkSettings talk={talk} plan={plan} autoPlay={sound.isOn} onAutoPlay={sound.turnOn} />}
      {wrong && (
        <p className="talk-wrong" role="alert">
          {wrong}
        </p>
      )}
      {result === null ? (
        <div className="talk-begin grid gap-8">
          <p className="hint">{t($ => $.startHint)}</p>
          <button type="button" className="button is-first" disabled={running} onClick={talk.begin}>
            {t($ => $.start)}
          </button>
        </div>
      ) : (
        <>
          <TalkLines
            lines={lines}
            spoke={talk.spoke}
            onPlay={line => void sound.play([line])}
            onBack={backTo}
            under={({ move, node, text }) => (
              <MendButton
                said={() => ({
                  ...{ planId, node, text, moves: talk.moves.slice(0, move + 1) },
                  ...{ variables: talk.variables, minuteOfDay: talk.minuteOfDay, date: talk.date },
                })}
                onChanged={draft.getState().heardOf}
              />
            )}
          />
          {sound.failed !== null && (
            <p className="hint" role="status">
              {sound.failed instanceof Refusal ? sound.failed.message : t($ => $.line.noSound)}
            </p>
          )}
          {result.ask && (
            <AskCard
              key={talk.moves.length}
              ask={result.ask}
              onAnswer={answer => talk.act({ does: 'answer', answer })}
              onReal={talk.askReally}
            />
          )}
          {result.ended && (
            <p className="row gap-8 wrap ink2">
              <Level level={result.level} />
              {isEnd(result.endedBy) && t($ => $.end[result.endedBy as 'callee'])}
              {result.levelRule && <span>{t($ => $.end.rule, { rule: result.levelRule })}</span>}
              {result.tags.map(tag => (
                <span key={tag}>#{tag}</span>
              ))}
            </p>
          )}
          {talk.moves.length > 0 && (
            <button type="button" className="button is-bare talk-save" onClick={() => setShows('save')}>
              {t($ => $.save)}
            </button>
          )}
          <Forks forks={talk.forks} onTake={talk.takeFork} />
          <TalkInput
            disabled={running || result.ended}
            silenceMs={silenceMs}
            onMove={talk.act}
            // What the robot still says would be heard as well.
            onSpeak={sound.stop}
          />
        </>
      )}
      <Suspense>
        {shows === 'phone' && <PhoneDialog planId={planId} variables={talk.variables} onClose={() => setShows(null)} />}
        {shows === 'save' && (
          <SaveDialog
            planId={planId}
            moves={talk.moves}
            variables={talk.variables}
            minuteOfDay={talk.minuteOfDay}
            date={talk.date}
            onClose={() => setShows(null)}
          />
        )}
      </Suspense>
    </section>
  );
};

const isEnd = (by: string): by is 'callee' | 'robot' | 'user' | 'platform' =>
  ['callee', 'robot', 'user', 'platform'].includes(by);
