import { endpoints } from '@lianxian/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { toast } from '../../ui/toast.ts';
import { type Draft, draftOf, faultsOf, inputOf } from './draft.ts';
import { type AccountRow, type Kind, keeping, useAccountsChanged, useResellers } from './use-accounts.ts';

interface ProfileWish {
  readonly kind: Kind;
  /** Null: a new one. */
  readonly row: AccountRow | null;
  readonly isPlatform: boolean;
  readonly onSaved: (saved: {
    readonly number: string;
    readonly account: string;
    readonly password: string | null;
  }) => void;
}

/** The profile of a merchant or a reseller while it is being written, and how it is saved. */
export const useProfile = ({ kind, row, isPlatform, onSaved }: ProfileWish) => {
  const { t } = useTranslation('merchants');
  const changed = useAccountsChanged();
  const mayChoose = kind === 'merchant' && isPlatform;
  const choices = useResellers(mayChoose);
  const [draft, setDraft] = useState<Draft>(() => draftOf(row));
  const [tried, setTried] = useState(false);
  const isNew = row === null;
  const faults = faultsOf(draft, isNew);
  const save = useMutation({
    mutationFn: async () => {
      const saved = await call(keeping(kind).save, inputOf(draft, row?.id ?? null));
      const { resellerId } = draft;
      if (row && mayChoose && resellerId !== (row.reseller?.id ?? ''))
        await call(endpoints.merchant.setReseller, { id: row.id, ...(resellerId && { resellerId }) });
      return saved;
    },
    onSuccess: async saved => {
      toast.ok(isNew ? t($ => $.added) : t($ => $.changed));
      onSaved(saved);
      await changed();
    },
  });
  return {
    draft,
    isNew,
    faults: tried ? faults : new Set<never>(),
    /** One that is no longer among the first hundred stays choosable. */
    resellers: mayChoose ? withOwn(choices ?? [], row) : null,
    put: (part: Partial<Draft>) => setDraft(before => ({ ...before, ...part })),
    submit: () => {
      setTried(true);
      if (faults.size === 0) save.mutate();
    },
    isSaving: save.isPending,
  };
};

const withOwn = (choices: readonly Pick<AccountRow, 'id' | 'name'>[], row: AccountRow | null) => {
  const own = row?.reseller;
  return own && !choices.some(each => each.id === own.id) ? [own, ...choices] : choices;
};
