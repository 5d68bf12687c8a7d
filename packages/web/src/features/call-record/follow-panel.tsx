import { correctionText } from '@lianxian/contract';
import { levels } from '@lianxian/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isGone } from '../../api/wire.ts';
import { CustomerButton } from '../../customer/customer-button.tsx';
import { CallOutButton } from '../../softphone/call-out-button.tsx';
import { saidLanguage } from '../../text/said.ts';
import { Button } from '../../ui/button.tsx';
import { isTyping, keys as known, presses } from '../../ui/keys.ts';
import { Level } from '../../ui/level.tsx';
import { Empty, ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { CallBackButton } from '../../work/call-back/call-back-button.tsx';
import { LevelChoice } from './correct-level.tsx';
import type { Detail } from './marks.ts';
import { Notes } from './notes.tsx';
import { RecordFacts } from './record-facts.tsx';
import { RecordPlayer, useSound } from './record-player.tsx';
import { AnswersPart } from './side.tsx';
import { Transcript } from './transcript.tsx';
import { useCorrectLevel } from './use-correct-level.ts';
import { saidByPlayer } from './use-player.ts';
import { useRecord } from './use-record.ts';
import './call-record.css';
import './record-panel.css';
import './follow-panel.css';

interface FollowPanelProps {
  readonly id: string;
  /** How often it was asked to sound by itself. */
  readonly plays: number;
  /** Keys without a mouse are on. */
  readonly keys: boolean;
  readonly onDone: () => void;
}

const followKeys = known.followUp;
const pressed = 'button, a, summary';
const dialog = 'dialog:modal, [role="dialog"][aria-modal="true"], [role="menu"]';

interface Wishes {
  readonly onLevel: (level: (typeof levels)[number]) => void;
  readonly onNote: () => void;
  readonly onDone: () => void;
}
/**
 * A–F set the level, N goes to the note, Enter is done with. None while one types: an open field keeps its letters. It
 * listens behind the document, where the keys of the whole frame come first.
 */
const useFollowKeys = (on: boolean, { onLevel, onNote, onDone }: Wishes): void => {
  const take = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return;
    const at = event.target instanceof Element ? event.target : null;
    if (isTyping(event) || document.querySelector(dialog)) return;
    const letter = presses(event, followKeys.level) && levels.find(level => level === event.key.toUpperCase());
    if (letter) onLevel(letter);
    else if (presses(event, followKeys.note)) onNote();
    else if (presses(event, followKeys.done) && !at?.closest(pressed)) onDone();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    if (!on) return;
    window.addEventListener('keydown', take);
    return () => window.removeEventListener('keydown', take);
  }, [on]);
};

const Filed = ({ record, plays, keys, onDone }: { record: Detail } & Omit<FollowPanelProps, 'id'>) => {
  const { t } = useTranslation('shell');
  const sound = useSound(record, 0, plays, saidByPlayer);
  const correcting = useCorrectLevel(record);
  const panel = useRef<HTMLElement>(null);
  const note = useRef<HTMLTextAreaElement>(null);
  const { player } = sound;
  const toPanel = () => panel.current?.focus({ preventScroll: true });
  /** Not before the level stands: who is asked for a reason stays here. */
  const done = async () => {
    if (correcting.wants === null && (await correcting.settled())) onDone();
  };
  useFollowKeys(keys, {
    onLevel: level => void correcting.correct(level),
    onNote: () => note.current?.focus(),
    onDone: () => void done(),
  });
  useEffect(toPanel, []);
  return (
    <article className="follow-panel record-panel stack fill low" ref={panel} tabIndex={-1} aria-label={record.phone}>
      <header className="follow-panel-head">
        <div className="row gap-10">
          <h1 className="whole">
            {record.phone} {record.calleeName && <small>{record.calleeName}</small>}
          </h1>
          <Level level={correcting.level} />
          <span className="fill" />
          <Link className="link" to={`/platform/call/${record.id}`}>
            {t($ => $.record.wholePage)}
          </Link>
        </div>
        <RecordFacts call={record} />
      </header>
      <RecordPlayer record={record} sound={sound} />
      <div className="follow-panel-body grid fill low">
        <div className="record-panel-parts">
          <AnswersPart call={record} player={player} />
          <Transcript call={record} player={player} />
        </div>
        <aside className="follow-panel-side stack gap-14">
          <section>
            <h2 className="section-title">{t($ => $.record.level)}</h2>
            <p className="hint">
              {record.correction ? correctionText(record.correction, saidLanguage()) : record.levelRule}
            </p>
            <LevelChoice correcting={correcting} onChosen={toPanel} />
          </section>
          <Notes call={record} field={note} onLeave={toPanel} />
          <CustomerButton of={{ logid: record.id }} state={2} phone={record.phone} />
          <CallOutButton logId={record.id} phone={record.phone} />
          <CallBackButton called={{ callId: record.id }} phone={record.phone} />
          <Button kind="primary" size="large" onClick={() => void done()}>
            {t($ => $.followUp.doneNext)} <kbd>Enter</kbd>
          </Button>
        </aside>
      </div>
    </article>
  );
};

/** One person of the follow-up desk: the latest call with its sound and words, level, notes, and the way to the next. */
export const FollowPanel = ({ id, ...rest }: FollowPanelProps) => {
  const { t } = useTranslation('shell');
  const record = useRecord(id);
  if (record.isError && !record.data)
    return isGone(record.error) ? (
      <Empty title={t($ => $.error.record)} hint={record.error.message} />
    ) : (
      <ErrorPanel title={t($ => $.error.record)} error={record.error} onAgain={() => void record.refetch()} />
    );
  if (!record.data) return <Skeleton rows={10} />;
  return <Filed key={id} record={record.data} {...rest} />;
};
