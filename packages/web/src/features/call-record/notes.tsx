import { endpoints, fieldChars } from '@lianxian/contract';
import { useQueryClient } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { type KeyboardEvent, type Ref, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { when } from '../../ui/format.ts';
import { TextArea } from '../../ui/input.tsx';
import { keys, presses } from '../../ui/keys.ts';
import type { Detail } from './marks.ts';
import { useNote } from './use-note.ts';
import './notes.css';

const noteChars = fieldChars(endpoints.followUp.note.input, 'text');

interface ElsewhereProps {
  readonly mine: string;
  readonly other: string;
  readonly onChoose: (text: string) => void;
}

/** What one wrote elsewhere since, and which of the two stays. */
const Elsewhere = ({ mine, other, onChoose }: ElsewhereProps) => {
  const { t } = useTranslation('shell');
  const both = `${other}\n${mine}`;
  const ways = { mine, theirs: other, ...(both.length <= noteChars && { both }) };
  return (
    <div className="notes-elsewhere" role="alert">
      <p className="breaks">
        <span className="wrong">{t($ => $.followUp.noteElsewhere.says)}</span> {other}
      </p>
      <div className="row gap-10">
        {Object.entries(ways).map(([way, text]) => (
          <button key={way} type="button" className="link" onClick={() => onChoose(text)}>
            {t($ => $.followUp.noteElsewhere[way as keyof typeof ways])}
          </button>
        ))}
      </div>
    </div>
  );
};

interface NotesProps {
  readonly call: Detail;
  readonly field?: Ref<HTMLTextAreaElement>;
  /** The field was left by Esc or Ctrl Enter. */
  readonly onLeave?: () => void;
}

/** One's own note, which saves itself, and those of others. */
export const Notes = ({ call: record, field, onLeave }: NotesProps) => {
  const { t } = useTranslation('shell');
  const id = useId();
  const note = useNote({
    id: record.id,
    kept: record.notes.find(({ mine }) => mine)?.text ?? '',
    element: () => document.getElementById(id),
  });
  const { state } = note;
  const leave = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!presses(event, keys.followUp.leave) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    event.currentTarget.blur();
    onLeave?.();
  };
  return (
    <div className="notes-own">
      <div className="flex between">
        <label htmlFor={id}>{t($ => $.followUp.note)}</label>
        <span className={state === 'failed' ? 'wrong' : 'hint'} role="status">
          {state !== 'still' && state !== 'elsewhere' && t($ => $.followUp.noteState[state])}
        </span>
      </div>
      <TextArea
        id={id}
        ref={field}
        rows={2}
        maxLength={noteChars}
        placeholder={t($ => $.followUp.noteHint)}
        value={note.text}
        onChange={event => note.write(event.target.value)}
        onBlur={() => void note.save()}
        onKeyDown={leave}
      />
      {note.elsewhere !== null && <Elsewhere mine={note.text} other={note.elsewhere} onChoose={note.choose} />}
      <ul>
        {record.notes
          .filter(({ mine }) => !mine)
          .map(({ by, at, text }) => (
            <li key={by + at}>
              <span className="hint">
                {by} ·{' '}
                {when(
                  at,
                  new Date(),
                  t($ => $.calls.today),
                )}
              </span>
              <p className="breaks">{text}</p>
            </li>
          ))}
      </ul>
    </div>
  );
};

/** Whether who was called was followed up, by whom and when. */
const Followed = ({ call: record }: { call: Detail }) => {
  const { t } = useTranslation('shell');
  const client = useQueryClient();
  const set = async (done: boolean) => {
    await call(endpoints.followUp.done, { id: record.id, done: done ? '1' : '0' }).catch(() => undefined);
    await client.invalidateQueries({ queryKey: ['call/detail', record.id] });
  };
  if (record.followed === null)
    return (
      <Button icon={<CircleCheck size={14} aria-hidden="true" />} onClick={() => void set(true)}>
        {t($ => $.followUp.mark)}
      </Button>
    );
  const at = when(
    record.followed.at,
    new Date(),
    t($ => $.calls.today),
  );
  return (
    <p className="row gap-6">
      <CircleCheck size={14} aria-hidden="true" /> {t($ => $.followUp.doneBy, { by: record.followed.by, at })}
      <button type="button" className="link" onClick={() => void set(false)}>
        {t($ => $.correct.undo)}
      </button>
    </p>
  );
};

/** What was done about an answered call since: followed up or not, and notes. */
export const FollowPart = ({ call: record }: { call: Detail }) => {
  const { t } = useTranslation('shell');
  return (
    <section className="notes-followed">
      <h2 className="section-title">{t($ => $.followUp.title)}</h2>
      <Followed call={record} />
      <Notes key={record.id} call={record} />
    </section>
  );
};
