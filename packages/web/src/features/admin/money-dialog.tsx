import { endpoints } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { amount as asAmount } from '../../ui/format.ts';
import { Modal } from '../../ui/modal.tsx';
import { toast } from '../../ui/toast.ts';
import { inCents, sumText } from './cents.ts';
import { type AccountRow, useAccountsChanged } from './use-accounts.ts';

interface MoneyDialogProps {
  readonly row: AccountRow;
  /** The platform tops up; a reseller gives of its own balance. */
  readonly isPlatform: boolean;
  readonly onClose: () => void;
}

/** Of a reseller: what it may give; undefined while it is read, and for the platform. */
const useOwn = (isPlatform: boolean): string | undefined =>
  useQuery({
    queryKey: ['balance/info'],
    queryFn: ({ signal }) => call(endpoints.balance.info, {}, { signal, quiet: true }),
    enabled: !isPlatform,
    staleTime: 0,
  }).data?.available;

/** Adds to a merchant's balance; a request that is sent again counts once. */
const useMove = ({ row, isPlatform, onClose }: MoneyDialogProps, own: string | undefined) => {
  const { t } = useTranslation('merchants');
  const changed = useAccountsChanged();
  const [requestId] = useState(() => crypto.randomUUID());
  return useEndpointForm({
    endpoint: isPlatform ? endpoints.balance.topUp : endpoints.balance.transfer,
    start: { amount: '', note: '' },
    input: ({ amount, note }) => ({ cid: row.number, amount: amount.trim(), note, requestId }),
    check: ({ amount }) => {
      const cents = inCents(amount);
      if (cents === null) return [{ field: 'amount', fault: 'small', limit: '0.01' }];
      return own !== undefined && cents * 100 > Number(own) * 10_000
        ? [{ field: 'amount', fault: 'big', limit: asAmount(own) }]
        : [];
    },
    onDone: async (result, { amount }) => {
      const told = { amount: amount.trim(), after: asAmount(result.amount) };
      toast.ok(isPlatform ? t($ => $.money.done, told) : t($ => $.money.doneTransfer, told));
      onClose();
      await changed();
    },
  });
};

export const MoneyDialog = (props: MoneyDialogProps) => {
  const { row, isPlatform, onClose } = props;
  const { t } = useTranslation('merchants');
  const own = useOwn(isPlatform);
  const form = useMove(props, own);
  const cents = inCents(form.values.amount);
  const { name } = row;
  return (
    <Modal
      title={isPlatform ? t($ => $.money.topUp, { name }) : t($ => $.money.transfer, { name })}
      className="admin-modal"
      closeLabel={t($ => $.close)}
      onClose={onClose}
    >
      <form {...form.props} className="modal-body">
        <dl className="admin-sums grid gap-6">
          <div className="flex between">
            <dt className="ink2">{t($ => $.money.now)}</dt>
            <dd>{asAmount(row.balance)}</dd>
          </div>
          {!isPlatform && (
            <div className="flex between">
              <dt className="ink2">{t($ => $.money.own)}</dt>
              <dd>{own === undefined ? '—' : asAmount(own)}</dd>
            </div>
          )}
          <div className="flex between">
            <dt className="ink2">{t($ => $.money.after)}</dt>
            <dd>
              <output htmlFor={form.idOf('amount')}>{asAmount(sumText(row.balance, cents ?? 0))}</output>
            </dd>
          </div>
        </dl>
        <TextField form={form} name="amount" label={t($ => $.money.amount)} inputMode="decimal" autoFocus />
        <TextField form={form} name="note" label={t($ => $.money.note)} hint={t($ => $.money.noteHint)} />
        <footer className="admin-foot flex gap-8 to-end">
          <Button onClick={onClose}>{t($ => $.cancel)}</Button>
          <Button kind="primary" type="submit" loading={form.busy}>
            {isPlatform ? t($ => $.money.ok) : t($ => $.money.okTransfer)}
          </Button>
        </footer>
      </form>
    </Modal>
  );
};
