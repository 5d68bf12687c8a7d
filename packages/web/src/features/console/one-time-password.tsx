import { Button } from 'antd';
import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../ui/modal.tsx';
import { toast } from '../../ui/toast.ts';

export interface Given {
  readonly number: string;
  readonly account: string;
  readonly password: string;
}

/** A password that is shown once: it stands here until somebody says that he has it. */
export const OneTimePassword = ({ given, onClose }: { given: Given; onClose: () => void }) => {
  const { t } = useTranslation('merchants');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(t($ => $.password.text, { ...given }));
      toast.ok(t($ => $.password.copied));
    } catch {
      toast.bad(t($ => $.password.copyFailed));
    }
  };
  return (
    <Modal title={t($ => $.password.title)} className="kept-modal" closeLabel={t($ => $.close)} onClose={onClose}>
      <div className="modal-body">
        <p>{t($ => $.password.say)}</p>
        <dl className="kept-given">
          {(['number', 'account', 'password'] as const).map(name => (
            <div key={name}>
              <dt>{t($ => $.password[name])}</dt>
              <dd>{given[name]}</dd>
            </div>
          ))}
        </dl>
        <footer className="kept-foot">
          <Button icon={<Copy size={14} aria-hidden="true" />} onClick={() => void copy()}>
            {t($ => $.password.copy)}
          </Button>
          <Button type="primary" onClick={onClose}>
            {t($ => $.password.done)}
          </Button>
        </footer>
      </div>
    </Modal>
  );
};
