import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCurrentUser } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { count } from '../../ui/format.ts';
import { isTyping, keys, presses } from '../../ui/keys.ts';
import { Empty } from '../../ui/panels.tsx';
import { FollowList } from './follow-list.tsx';
import { type Desk, useDesk } from './use-desk.ts';
import './follow-up.css';

interface OpenPerson {
  readonly id: string;
  /** How often the sound was asked to begin by itself. */
  readonly plays: number;
  readonly onDone: () => void;
}
interface FollowUpPageProps {
  /** The call of whom one has before one, with sound, words, level and notes. */
  readonly panel: (open: OpenPerson) => ReactNode;
}

const playsKey = 'lx.follow.plays';
const ownArrows = '[role="menu"], [role="slider"]';

/** ↑ ↓ move through the list, wherever the focus is; Enter begins where nobody is before one. An open field keeps its keys. */
const useWalkKeys = ({ walk, person, done }: Desk): void => {
  const take = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const at = event.target instanceof Element ? event.target : null;
    if (isTyping(event) || at?.closest(ownArrows) || document.querySelector('dialog:modal')) return;
    if (presses(event, keys.followUp.walk)) walk(event.key === 'ArrowUp' ? -1 : 1);
    else if (presses(event, keys.followUp.done) && person === null && !at?.closest('button, a')) void done();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    window.addEventListener('keydown', take);
    return () => window.removeEventListener('keydown', take);
  }, []);
};

const Head = ({ desk, plays, onPlays }: { desk: Desk; plays: boolean; onPlays: (plays: boolean) => void }) => {
  const { t } = useTranslation('followUp');
  const { waiting, taskId } = desk;
  const task = desk.rows.find(row => row.task?.id === taskId)?.task;
  return (
    <header className="follow-up-head row gap-12 fixed">
      <h1 className="page-title">{t($ => $.title)}</h1>
      <span className="ink2">{t($ => $.total, { n: count(waiting.total, waiting.more) })}</span>
      {taskId !== null && (
        <span className="row gap-4 lean">
          <span className="cut">{task ? t($ => $.ofTask, { name: task.name }) : t($ => $.ofOneTask)}</span>
          <button type="button" className="link" onClick={desk.everyTask}>
            {t($ => $.everyTask)}
          </button>
        </span>
      )}
      <span className="fill" />
      <label className="row gap-6">
        <input type="checkbox" checked={plays} onChange={event => onPlays(event.target.checked)} /> {t($ => $.plays)}
      </label>
      <Link className="link" to="/callLog">
        {t($ => $.toCalls)}
      </Link>
    </header>
  );
};

/** Nobody before one: what to do next. */
const Nobody = ({ desk }: { desk: Desk }) => {
  const { t } = useTranslation('followUp');
  const user = useCurrentUser();
  if (desk.waiting.people === undefined) return null;
  if (desk.rows.length > 0)
    return (
      <Empty title={t($ => $.waits)} hint={t($ => $.waitsHint)}>
        <Button kind="primary" onClick={() => void desk.done()}>
          {t($ => $.begin)}
        </Button>
      </Empty>
    );
  return (
    <Empty scoped title={t($ => $.empty)} hint={t($ => $.emptyHint)}>
      {user?.rights.includes('myTask') && (
        <Link className="button" to="/my-task">
          {t($ => $.toTasks)}
        </Link>
      )}
    </Empty>
  );
};

const Keys = () => {
  const { t } = useTranslation('followUp');
  return (
    <footer className="follow-up-keys row gap-14 fixed small ink2" aria-hidden="true">
      {(['play', 'level', 'done', 'note', 'walk'] as const).map(each => (
        <span key={each} className="row gap-4">
          <kbd>{t($ => $.keys[each].key)}</kbd> {t($ => $.keys[each].says)}
        </span>
      ))}
    </footer>
  );
};

/** The follow-up desk: people whose latest call came to A or B, one after the other. */
export const FollowUpPage = ({ panel }: FollowUpPageProps) => {
  const desk = useDesk();
  const [plays, setPlays] = useState(() => localStorage.getItem(playsKey) !== null);
  useWalkKeys(desk);
  const choose = (on: boolean) => {
    on ? localStorage.setItem(playsKey, '1') : localStorage.removeItem(playsKey);
    setPlays(on);
  };
  const { person } = desk;
  return (
    <div className="follow-up-page page low">
      <Head desk={desk} plays={plays} onPlays={choose} />
      <div className="follow-up-body grid fill low">
        <FollowList desk={desk} />
        <div className="follow-up-person stack low">
          {person === null ? (
            <Nobody desk={desk} />
          ) : (
            panel({
              id: person.callId,
              plays: (plays ? 1 : 0) + desk.askedFor(person.callId),
              onDone: () => void desk.done(),
            })
          )}
        </div>
      </div>
      <Keys />
    </div>
  );
};
