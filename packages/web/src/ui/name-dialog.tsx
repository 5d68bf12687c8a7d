import type { CallOf, Endpoint, OutputOf } from '@lianxian/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { TextField } from './form/fields.tsx';
import { useEndpointForm } from './form/use-endpoint-form.ts';
import { Modal } from './modal.tsx';
import './name-dialog.css';

interface NameDialogProps<E extends Endpoint> {
  readonly title: string;
  /** What is named. */
  readonly label: string;
  readonly name: string;
  readonly ok: string;
  /** Takes the name as `name`. */
  readonly endpoint: E;
  readonly ask: (name: string) => CallOf<E> & object;
  /** As in `useEndpointForm`. */
  readonly timeLimitMs?: number;
  /** What else is chosen, below the name. */
  readonly children?: ReactNode;
  readonly onDone: (answer: OutputOf<E>, name: string) => unknown;
  readonly onClose: () => void;
}

/** Asks how something is called: a plan, a department, a position. */
export const NameDialog = <E extends Endpoint>(props: NameDialogProps<E>) => {
  const { title, label, name, ok, endpoint, ask, timeLimitMs, children, onDone, onClose } = props;
  const { t } = useTranslation('parts');
  const form = useEndpointForm<E, { name: string }>({
    endpoint,
    start: { name },
    input: typed => ask(typed.name),
    ...(timeLimitMs && { timeLimitMs }),
    onDone: (answer, typed) => onDone(answer, typed.name),
  });
  return (
    <Modal title={title} closeLabel={t($ => $.close)} className="name-dialog" onClose={onClose}>
      <form {...form.props} className="modal-body grid gap-16">
        <TextField form={form} name="name" label={label} autoFocus />
        {children}
        <footer className="flex gap-8 to-end">
          <Button onClick={onClose}>{t($ => $.cancel)}</Button>
          <Button kind="primary" type="submit" disabled={form.values.name.trim() === ''} loading={form.busy}>
            {ok}
          </Button>
        </footer>
      </form>
    </Modal>
  );
};
