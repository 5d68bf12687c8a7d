import { Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { byKeys } from '../../ui/by-keys.ts';
import { Modal } from '../../ui/modal.tsx';
import { BeforeStart } from './before-start.tsx';
import { FirstFew } from './first-few.tsx';
import { StartLater } from './start-later.tsx';
import './start-dialog.css';

export interface HowStarted {
  readonly first?: number;
  readonly at?: string;
}

interface StartDialogProps {
  readonly id: string;
  readonly name: string;
  readonly busy: boolean;
  /** `first`: it pauses after so many calls; `at`: it begins by itself then. */
  readonly onStart: (how?: HowStarted) => void;
  readonly onClose: () => void;
}

/** Asked before a task is started from a list or its board: what will happen stands above the button. */
export const StartDialog = ({ id, name, busy, onStart, onClose }: StartDialogProps) => {
  const { t } = useTranslation('tasks');
  return (
    <Modal
      title={t($ => $.start.title, { name })}
      closeLabel={t($ => $.close)}
      className="start-dialog"
      onClose={onClose}
    >
      <section className="start-dialog-body" aria-label={t($ => $.start.title, { name })} {...byKeys}>
        <BeforeStart taskId={id} />
      </section>
      <footer className="row gap-8">
        <span className="fill" />
        <Button onClick={onClose}>{t($ => $.cancel)}</Button>
        <StartLater busy={busy} onStart={at => onStart({ at })} />
        <FirstFew busy={busy} onStart={first => onStart({ first })} />
        <Button kind="primary" icon={<Play size={14} aria-hidden="true" />} loading={busy} onClick={() => onStart()}>
          {t($ => $.act.start)}
        </Button>
      </footer>
    </Modal>
  );
};
