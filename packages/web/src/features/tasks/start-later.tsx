import { Clock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/input.tsx';
import { Popover } from '../../ui/popover.tsx';
import { hourToCome, wallClock } from './wall-clock.ts';
import './start-later.css';

interface StartLaterProps {
  readonly busy: boolean;
  readonly disabled?: boolean;
  /** At this minute of the merchant's clock the task begins by itself. */
  readonly onStart: (at: string) => void;
}

/** Starts a task by itself later. */
export const StartLater = ({ busy, disabled = false, onStart }: StartLaterProps) => {
  const { t } = useTranslation('tasks');
  const [at, setAt] = useState(hourToCome);
  const isToCome = at > wallClock(new Date());
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
            min={wallClock(new Date())}
            wrong={!isToCome}
            onChange={event => setAt(event.target.value)}
          />
          <p className={isToCome ? 'hint' : 'wrong'}>{isToCome ? t($ => $.later.hint) : t($ => $.later.past)}</p>
          <Button
            kind="primary"
            disabled={!isToCome}
            onClick={() => {
              close();
              onStart(at);
            }}
          >
            {t($ => $.later.ok)}
          </Button>
        </div>
      )}
    </Popover>
  );
};
