import { endpoints } from '@lianxian/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { amount as asAmount } from '../../ui/format.ts';
import { Input } from '../../ui/input.tsx';
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
const useMove = ({ row, isPlatform, onClose }: MoneyDialogProps, amount: string, note: string) => {
  const { t } = useTranslation('merchants');
  const changed = useAccountsChanged();
  const [requestId] = useState(() => crypto.randomUUID());
  return useMutation({
    mutationFn: () => {
      const wish = { cid: row.number, amount, note, requestId };
      return isPlatform ? call(endpoints.balance.topUp, wish) : call(endpoints.balance.transfer, wish);
    },
    onSuccess: async result => {
      const told = { amount, after: asAmount(result.amount) };
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
  const [typed, setTyped] = useState('');
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const move = useMove(props, typed.trim(), note);
  const cents = inCents(typed);
  const isBeyond = cents !== null && own !== undefined && cents * 100 > Number(own) * 10_000;
  const fault =
    tried && cents === null
      ? t($ => $.money.wrong)
      : isBeyond
        ? t($ => $.money.beyond, { available: asAmount(own ?? '0') })
        : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (cents !== null && !isBeyond) move.mutate();
  };
  const { name } = row;
  return (
    <Modal
      title={isPlatform ? t($ => $.money.topUp, { name }) : t($ => $.money.transfer, { name })}
      className="admin-modal"
      closeLabel={t($ => $.close)}
      onClose={onClose}
    >
      <form className="modal-body" noValidate autoComplete="off" onSubmit={submit}>
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
              <output htmlFor="account-amount">{asAmount(sumText(row.balance, cents ?? 0))}</output>
            </dd>
          </div>
        </dl>
        <FormField id="account-amount" label={t($ => $.money.amount)} fault={fault}>
          <Input
            id="account-amount"
            autoFocus
            inputMode="decimal"
            maxLength={11}
            wrong={Boolean(fault)}
            aria-describedby={fault ? 'account-amount-note' : undefined}
            value={typed}
            onChange={event => setTyped(event.target.value)}
          />
        </FormField>
        <FormField id="account-note" label={t($ => $.money.note)} hint={t($ => $.money.noteHint)}>
          <Input
            id="account-note"
            maxLength={100}
            aria-describedby="account-note-note"
            value={note}
            onChange={event => setNote(event.target.value)}
          />
        </FormField>
        <footer className="admin-foot flex gap-8 to-end">
          <Button onClick={onClose}>{t($ => $.cancel)}</Button>
          <Button kind="primary" type="submit" loading={move.isPending}>
            {isPlatform ? t($ => $.money.ok) : t($ => $.money.okTransfer)}
          </Button>
        </footer>
      </form>
    </Modal>
  );
};
