import { endpoints } from '@lianxian/contract';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { toast } from '../../ui/toast.ts';
import { OwnerDialog } from './owner-dialog.tsx';
import { type AccountRow, type Kind, keeping, useAccountsChanged } from './use-accounts.ts';

interface Acts {
  readonly switchOff: () => void;
  readonly switchOn: () => void;
  readonly reset: () => void;
  readonly dropFactor: () => void;
  /** The question that stands open. */
  readonly question: ReactNode;
}

/** Off and on, and help for an owner who cannot sign in: what cannot be taken back is asked for, naming whom it hits. */
export const useAccountActs = (kind: Kind, row: AccountRow): Acts => {
  const { t } = useTranslation('merchants');
  const changed = useAccountsChanged();
  const [asking, setAsking] = useState<'off' | 'reset' | 'factor' | null>(null);
  const { setActive, resetOwner } = keeping(kind);
  const turn = useMutation({
    mutationFn: (active: boolean) => call(setActive, { id: row.id, active: active ? '1' : '0' }),
    onSuccess: ({ tasks }, active) => toast.ok(active ? t($ => $.drawer.onDone) : t($ => $.drawer.offDone, { tasks })),
    onSettled: () => {
      setAsking(null);
      return changed();
    },
  });
  const { name, owner: account, people, live, merchants = 0 } = row;
  const off =
    kind === 'merchant'
      ? t($ => $.drawer.offText, { people, live })
      : t($ => $.drawer.offReseller, { people, merchants });
  return {
    switchOff: () => setAsking('off'),
    switchOn: () => turn.mutate(true),
    reset: () => setAsking('reset'),
    dropFactor: () => setAsking('factor'),
    question: (
      <>
        {asking === 'off' && (
          <Confirm
            title={t($ => $.drawer.offTitle, { name })}
            text={off}
            okText={t($ => $.drawer.offOk)}
            cancelText={t($ => $.cancel)}
            busy={turn.isPending}
            onOk={() => turn.mutate(false)}
            onCancel={() => setAsking(null)}
          />
        )}
        {asking === 'reset' && (
          <OwnerDialog
            title={t($ => $.drawer.resetTitle, { name })}
            text={t($ => $.drawer.resetText)}
            label={t($ => $.drawer.resetCode)}
            id={row.id}
            endpoint={resetOwner}
            name="code"
            okText={t($ => $.drawer.resetOk)}
            onDone={() => {
              toast.ok(t($ => $.drawer.resetDone));
              setAsking(null);
            }}
            onCancel={() => setAsking(null)}
          />
        )}
        {asking === 'factor' && (
          <OwnerDialog
            title={t($ => $.drawer.factorTitle, { name })}
            text={t($ => $.drawer.factorText)}
            label={t($ => $.drawer.factorAccount)}
            id={row.id}
            endpoint={endpoints.merchant.dropFactor}
            name="account"
            first={account}
            okText={t($ => $.drawer.factorOk)}
            onDone={() => {
              toast.ok(t($ => $.drawer.factorDone));
              setAsking(null);
            }}
            onCancel={() => setAsking(null)}
          />
        )}
      </>
    ),
  };
};
