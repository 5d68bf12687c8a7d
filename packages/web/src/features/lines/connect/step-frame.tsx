import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import type { Line } from '../draft.ts';
import type { Connecting } from './connect.ts';

export interface StepProps {
  readonly connecting: Connecting;
  /** As the server has it; null before it is saved. */
  readonly line: Line | null;
  readonly onChange: (part: Partial<Connecting>) => void;
}

interface StepFrameProps {
  readonly title: string;
  readonly hint?: string;
  readonly onBack?: () => void;
  readonly onNext?: () => void;
  readonly nextText?: string;
  readonly busy?: boolean;
  /** The step is not done: going on is possible, but not the thing to do. */
  readonly quiet?: boolean;
  readonly children: ReactNode;
}

/** One step: what it is about, its content, and the ways on and back. */
export const StepFrame = ({ title, hint, onBack, onNext, nextText, busy, quiet, children }: StepFrameProps) => {
  const { t } = useTranslation('lines');
  return (
    <>
      <div className="connect-body">
        <h2 className="section-title">{title}</h2>
        {hint && <p className="hint">{hint}</p>}
        {children}
      </div>
      <footer className="flex gap-8 to-end fixed">
        {onBack && <Button onClick={onBack}>{t($ => $.connect.before)}</Button>}
        {onNext && (
          <Button kind={quiet ? 'default' : 'primary'} loading={busy ?? false} onClick={onNext}>
            {nextText ?? t($ => $.connect.next)}
          </Button>
        )}
      </footer>
    </>
  );
};
