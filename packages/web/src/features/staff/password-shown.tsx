import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../ui/modal.tsx';

export interface ShownPassword {
  readonly account: string;
  readonly password: string;
}

/** A one-time password, shown this once: to be copied before it is gone. */
export const PasswordShown = ({ shown, onClose }: { shown: ShownPassword; onClose: () => void }) => {
  const { t } = useTranslation('staff');
  const [said, setSaid] = useState('');
  const copy = async () => {
    const text = `${t($ => $.password.account)} ${shown.account}\n${t($ => $.password.password)} ${shown.password}`;
    // Without a trustworthy origin a browser has no clipboard: the text can be marked by hand.
    const isCopied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    setSaid(isCopied ? t($ => $.password.copied) : t($ => $.password.notCopied));
  };
  return (
    <Modal title={t($ => $.password.title)} closeLabel={t($ => $.close)} className="staff-dialog" onClose={onClose}>
      <div className="modal-body">
        <p>{t($ => $.password.text)}</p>
        <dl className="one-time">
          <dt>{t($ => $.password.account)}</dt>
          <dd>{shown.account}</dd>
          <dt>{t($ => $.password.password)}</dt>
          <dd>
            <code>{shown.password}</code>
          </dd>
        </dl>
        <footer>
          <span role="status">{said}</span>
          <Button onClick={() => void copy()}>{t($ => $.password.copy)}</Button>
          <Button type="primary" onClick={onClose}>
            {t($ => $.password.done)}
          </Button>
        </footer>
      </div>
    </Modal>
  );
};
