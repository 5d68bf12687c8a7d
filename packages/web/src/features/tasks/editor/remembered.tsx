import { useTranslation } from 'react-i18next';
import { when } from '../../../ui/format.ts';

interface RememberedProps {
  readonly at: string;
  readonly by: string;
  readonly onAnew: () => void;
}

/** A sheet with these titles was here before: its columns are what they were then, unless one wants them guessed anew. */
export const Remembered = ({ at, by, onAnew }: RememberedProps) => {
  const { t } = useTranslation('tasks');
  const day = when(
    at,
    new Date(),
    t($ => $.today),
  );
  return (
    <p className="editor-check">
      <span>{t($ => $.numbers.remembered, { who: by, at: day })}</span>
      <button type="button" className="link" onClick={onAnew}>
        {t($ => $.numbers.anew)}
      </button>
    </p>
  );
};
