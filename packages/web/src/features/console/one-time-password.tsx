import { Button } from 'antd';
import { Copy } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../ui/toast.ts';
import { useModal } from '../../ui/use-modal.ts';
import '../../ui/confirm.css';

export interface Given {
  readonly number: string;
  readonly account: string;
  readonly password: string;
}

/** A password that is shown once: it stands here until somebody says that he has it; neither Escape nor a click beside takes it away. */
export const OneTimePassword = ({ given, onClose }: { given: Given; onClose: () => void }) => {
  const { t } = useTranslation('merchants');
  const id = useId();
  const dialog = useModal();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(t($ => $.password.text, { ...given }));
      toast.ok(t($ => $.password.copied));
    } catch {
      toast.bad(t($ => $.password.copyFailed));
    }
  };
  return (
    <dialog
      ref={dialog}
      className="confirm kept-password"
      aria-labelledby={id}
      onCancel={event => event.preventDefault()}
    >
      <h2 id={id}>{t($ => $.password.title)}</h2>
      <p>{t($ => $.password.say)}</p>
      <dl className="kept-given">
        {(['number', 'account', 'password'] as const).map(name => (
          <div key={name}>
            <dt>{t($ => $.password[name])}</dt>
            <dd>{given[name]}</dd>
          </div>
        ))}
      </dl>
      <footer>
        <Button icon={<Copy size={14} aria-hidden="true" />} onClick={() => void copy()}>
          {t($ => $.password.copy)}
        </Button>
        <Button type="primary" autoFocus onClick={onClose}>
          {t($ => $.password.done)}
        </Button>
      </footer>
    </dialog>
  );
};
