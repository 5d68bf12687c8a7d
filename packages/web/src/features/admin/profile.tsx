import { endpoints } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { type EndpointForm, useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { toast } from '../../ui/toast.ts';
import { type Draft, draftOf, inputOf, quotas } from './draft.ts';
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
export interface Profile {
  readonly form: EndpointForm<Draft>;
  readonly isNew: boolean;
  /** Resellers to choose from; null: nobody chooses here. */
  readonly resellers: readonly Pick<AccountRow, 'id' | 'name'>[] | null;
}

export const useProfile = ({ kind, row, isPlatform, onSaved }: ProfileWish): Profile => {
  const { t } = useTranslation('merchants');
  const changed = useAccountsChanged();
  const mayChoose = kind === 'merchant' && isPlatform;
  const choices = useResellers(mayChoose);
  const isNew = row === null;
  const form = useEndpointForm({
    endpoint: keeping(kind).save,
    start: draftOf(row),
    input: draft => inputOf(draft, row?.id ?? null),
    wants: isNew ? [...quotas, 'account', 'ownerName'] : quotas,
    onDone: async (saved, { resellerId }) => {
      if (row && mayChoose && resellerId !== (row.reseller?.id ?? ''))
        await call(endpoints.merchant.setReseller, { id: row.id, ...(resellerId && { resellerId }) });
      toast.ok(isNew ? t($ => $.added) : t($ => $.changed));
      onSaved(saved);
      await changed();
    },
  });
  /** One that is no longer among the first hundred stays choosable. */
  return { form, isNew, resellers: mayChoose ? withOwn(choices ?? [], row) : null };
};

const withOwn = (choices: readonly Pick<AccountRow, 'id' | 'name'>[], row: AccountRow | null) => {
  const own = row?.reseller;
  return own && !choices.some(each => each.id === own.id) ? [own, ...choices] : choices;
};
