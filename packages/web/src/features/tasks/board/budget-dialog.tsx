import { endpoints } from '@lianxian/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { useEndpointForm } from '../../../ui/form/use-endpoint-form.ts';
import { Modal } from '../../../ui/modal.tsx';
import { toast } from '../../../ui/toast.ts';
import type { Board } from './board.ts';

interface BudgetDialogProps extends Pick<Board, 'id' | 'money'> {
  readonly onClose: () => void;
}

/** Raises or lowers what a task may cost, while it runs as well. */
export const BudgetDialog = ({ id, money, onClose }: BudgetDialogProps) => {
  const { t } = useTranslation('tasks');
  const queries = useQueryClient();
  const form = useEndpointForm({
    endpoint: endpoints.taskMoney.budget,
    start: { budget: money.budget ?? '', dayBudget: money.dayBudget ?? '' },
    input: ({ budget, dayBudget }) => ({ id, budget: budget.trim(), dayBudget: dayBudget.trim() }),
    onDone: () => {
      toast.ok(t($ => $.board.budgetSaved));
      onClose();
      return queries.invalidateQueries({ queryKey: ['task/board', id] });
    },
  });
  return (
    <Modal title={t($ => $.board.setBudget)} closeLabel={t($ => $.close)} onClose={onClose}>
      <form {...form.props} className="modal-body">
        <TextField form={form} name="budget" label={t($ => $.board.budget)} inputMode="decimal" autoFocus />
        <TextField
          form={form}
          name="dayBudget"
          label={t($ => $.board.dayBudget)}
          hint={t($ => $.board.budgetHint)}
          inputMode="decimal"
        />
        <footer className="flex gap-8 to-end">
          <Button onClick={onClose}>{t($ => $.cancel)}</Button>
          <Button kind="primary" type="submit" loading={form.busy}>
            {t($ => $.save)}
          </Button>
        </footer>
      </form>
    </Modal>
  );
};
