import { Copy } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { toast } from './toast.ts';
import { useModal } from './use-modal.ts';
import './confirm.css';
import './one-time-password.css';

export interface Given {
  /** Of the merchant, where it is needed to sign in; its name beside it. */
  readonly number?: { readonly name: string; readonly value: string };
  readonly account: string;
  readonly password: string;
}

interface OneTimePasswordProps {
  readonly given: Given;
  /** Whom it is for, and what has to be done with it. */
  readonly say: string;
  readonly onClose: () => void;
}

/** A password that is shown once: it stands here until somebody says that he has it; neither Escape nor a click beside takes it away. */
export const OneTimePassword = ({ given: { number, account, password }, say, onClose }: OneTimePasswordProps) => {
  const { t } = useTranslation('parts');
  const id = useId();
  const dialog = useModal();
  const lines: readonly (readonly [string, string])[] = [
    ...(number ? [[number.name, number.value] as const] : []),
    [t($ => $.oneTime.account), account],
    [t($ => $.oneTime.password), password],
  ];
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(lines.map(line => line.join(' ')).join('\n'));
      toast.ok(t($ => $.oneTime.copied));
    } catch {
      // Without a trustworthy origin a browser has no clipboard: the text can be marked by hand.
      toast.bad(t($ => $.oneTime.notCopied));
    }
  };
  return (
    <dialog ref={dialog} className="confirm" aria-labelledby={id} onCancel={event => event.preventDefault()}>
      <h2 id={id}>{t($ => $.oneTime.title)}</h2>
      <p>{say}</p>
      <dl className="one-time grid gap-6">
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <footer>
        <Button icon={<Copy size={14} aria-hidden="true" />} onClick={() => void copy()}>
          {t($ => $.oneTime.copy)}
        </Button>
        <Button kind="primary" autoFocus onClick={onClose}>
          {t($ => $.oneTime.done)}
        </Button>
      </footer>
    </dialog>
  );
};
