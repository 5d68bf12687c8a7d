import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';

/** As many as one listens to before a thousand are called. */
const few = 5;

interface FirstFewProps {
  readonly busy: boolean;
  readonly disabled?: boolean;
  readonly onStart: (first: number) => void;
}

/** Starts with a few calls alone; then the task waits for somebody who has looked at them. */
export const FirstFew = ({ busy, disabled = false, onStart }: FirstFewProps) => {
  const { t } = useTranslation('tasks');
  return (
    <Button disabled={disabled || busy} title={t($ => $.start.fewHint, { n: few })} onClick={() => onStart(few)}>
      {t($ => $.start.few, { n: few })}
    </Button>
  );
};
