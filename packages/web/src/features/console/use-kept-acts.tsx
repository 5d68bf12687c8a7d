import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { type Given, OneTimePassword } from '../../ui/one-time-password.tsx';
import { toast } from '../../ui/toast.ts';
import { type KeptRow, type Kind, keeping, useKeptChanged } from './use-kept.ts';

interface Acts {
  readonly switchOff: () => void;
  readonly switchOn: () => void;
  readonly reset: () => void;
  /** The question that stands open, or the new password. */
  readonly question: ReactNode;
}

/** Off and on, and a new password for who signs in first: what cannot be taken back is asked for, naming whom it hits. */
export const useKeptActs = (kind: Kind, row: KeptRow): Acts => {
  const { t } = useTranslation('merchants');
  const changed = useKeptChanged();
  const [asking, setAsking] = useState<'off' | 'reset' | null>(null);
  const [given, setGiven] = useState<Given | null>(null);
  const { setActive, resetOwner } = keeping(kind);
  const turn = useMutation({
    mutationFn: (active: boolean) => call(setActive, { id: row.id, active: active ? '1' : '0' }),
    onSuccess: ({ tasks }, active) => toast.ok(active ? t($ => $.drawer.onDone) : t($ => $.drawer.offDone, { tasks })),
    onSettled: () => {
      setAsking(null);
      return changed();
    },
  });
  const reset = useMutation({
    mutationFn: () => call(resetOwner, { id: row.id }),
    onSuccess: ({ account, password }) =>
      setGiven({ number: { name: t($ => $.password.number), value: row.number }, account, password }),
    onSettled: () => setAsking(null),
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
          <Confirm
            title={t($ => $.drawer.resetTitle, { name, account })}
            text={t($ => $.drawer.resetText)}
            okText={t($ => $.drawer.resetOk)}
            cancelText={t($ => $.cancel)}
            busy={reset.isPending}
            onOk={() => reset.mutate()}
            onCancel={() => setAsking(null)}
          />
        )}
        {given && <OneTimePassword given={given} say={t($ => $.password.say)} onClose={() => setGiven(null)} />}
      </>
    ),
  };
};
