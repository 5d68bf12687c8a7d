import { endpoints } from '@lianxian/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { bareProps, FieldFault } from '../../ui/form/fields.tsx';
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';

/** Below which balance its owner is told; empty: never. */
export const WarnBelow = ({ lowBelow }: { lowBelow: string | null }) => {
  const { t } = useTranslation('money');
  const queries = useQueryClient();
  const form = useEndpointForm({
    endpoint: endpoints.statement.warn,
    start: { amount: lowBelow ?? '' },
    input: ({ amount }) => ({ amount: amount.trim() }),
    onDone: () => {
      toast.ok(t($ => $.balance.warnSaved));
      return queries.invalidateQueries({ queryKey: ['balance/info'] });
    },
  });
  return (
    <form {...form.props} className="balance-warn row gap-8">
      <label htmlFor={form.idOf('amount')}>{t($ => $.balance.warnBelow)}</label>
      <Input {...bareProps(form, 'amount')} inputMode="decimal" placeholder={t($ => $.balance.warnNever)} />
      <span>{t($ => $.balance.yuan)}</span>
      <Button type="submit" loading={form.busy} disabled={!form.isChanged}>
        {t($ => $.balance.warnSave)}
      </Button>
      <FieldFault form={form} name="amount" />
    </form>
  );
};
