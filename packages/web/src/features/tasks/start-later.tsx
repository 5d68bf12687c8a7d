import { Clock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/input.tsx';
import { Popover } from '../../ui/popover.tsx';
import './start-dialog.css';

interface StartLaterProps {
  readonly busy: boolean;
  readonly disabled?: boolean;
  /** At this instant the task begins by itself. */
  readonly onStart: (at: string) => void;
}

const hourMs = 3_600_000;
/** As the field wants it: by the clock of who looks, to the minute. */
const fieldOf = (at: Date): string =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
/** The next full hour but one. */
const usual = (): string => fieldOf(new Date(Math.ceil(Date.now() / hourMs + 1) * hourMs));

/** Starts a task by itself later. */
export const StartLater = ({ busy, disabled = false, onStart }: StartLaterProps) => {
  const { t } = useTranslation('tasks');
  const [at, setAt] = useState(usual);
  const isToCome = at !== '' && new Date(at).getTime() > Date.now();
  return (
    <Popover
      className="button"
      align="end"
      disabled={disabled || busy}
      label={
        <>
          <Clock size={14} aria-hidden="true" /> {t($ => $.later.title)}
        </>
      }
    >
      {close => (
        <div className="start-later stack gap-8">
          <label htmlFor="task-startsAt">{t($ => $.later.at)}</label>
          <Input
            id="task-startsAt"
            type="datetime-local"
            value={at}
            min={fieldOf(new Date())}
            wrong={!isToCome}
            onChange={event => setAt(event.target.value)}
          />
          <p className={isToCome ? 'hint' : 'wrong'}>{isToCome ? t($ => $.later.hint) : t($ => $.later.past)}</p>
          <Button
            kind="primary"
            disabled={!isToCome}
            onClick={() => {
              close();
              onStart(new Date(at).toISOString());
            }}
          >
            {t($ => $.later.ok)}
          </Button>
        </div>
      )}
    </Popover>
  );
};
