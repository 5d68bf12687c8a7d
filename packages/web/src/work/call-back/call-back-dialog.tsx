import { endpoints } from '@lianxian/contract';
import { MOST_DAYS_AHEAD } from '@lianxian/core';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { AreaField, TextField } from '../../ui/form/fields.tsx';
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { when } from '../../ui/format.ts';
import { Modal } from '../../ui/modal.tsx';
import { toast } from '../../ui/toast.ts';
import { useTodosAnew } from '../todo-count.ts';

/** A call, or a place on a list. */
export type Called = { readonly callId: string } | { readonly taskId: string; readonly calleeId: string };

interface CallBackDialogProps {
  readonly called: Called;
  readonly phone: string;
  readonly onClose: () => void;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** `2026-11-29T09:00`, as a field of day and time has it, by the merchant's clock. */
const wallClock = (at: number): string => when(new Date(at).toISOString(), new Date(0), '').replace(' ', 'T');
/** The next full hour but one. */
const usual = (): string => wallClock(Math.ceil(Date.now() / hourMs + 1) * hourMs);

/** Promises a call at a time: its task makes it then, where it may. */
export const CallBackDialog = ({ called, phone, onClose }: CallBackDialogProps) => {
  const { t } = useTranslation('todos');
  const readAnew = useTodosAnew();
  const form = useEndpointForm({
    endpoint: endpoints.todo.callBack,
    start: { at: usual(), note: '' },
    input: typed => ({ ...called, ...typed }),
    onDone: todo => {
      const at = when(
        todo.dueAt,
        new Date(),
        t($ => $.today),
      );
      if (todo.state === 'promised') toast.ok(t($ => $.set.promised, { at }));
      else toast.info(t($ => $.set.open, { because: todo.becauseText }));
      onClose();
      return readAnew();
    },
  });
  return (
    <Modal
      title={t($ => $.set.title, { phone })}
      closeLabel={t($ => $.close)}
      className="name-dialog"
      onClose={onClose}
    >
      <form {...form.props} className="modal-body grid gap-16">
        <TextField
          form={form}
          name="at"
          label={t($ => $.set.at)}
          hint={t($ => $.set.hint)}
          type="datetime-local"
          min={wallClock(Date.now())}
          max={wallClock(Date.now() + MOST_DAYS_AHEAD * dayMs)}
        />
        <AreaField form={form} name="note" label={t($ => $.column.note)} rows={2} />
        <footer className="flex gap-8 to-end">
          <Button onClick={onClose}>{t($ => $.cancel)}</Button>
          <Button kind="primary" type="submit" loading={form.busy}>
            {t($ => $.set.ok)}
          </Button>
        </footer>
      </form>
    </Modal>
  );
};
