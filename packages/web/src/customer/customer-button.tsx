import { UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../session/current-user.ts';
import { type CustomerOf, type CustomerState, openCustomer } from './open-customer.ts';

interface CustomerButtonProps {
  readonly of: CustomerOf;
  readonly state: CustomerState;
  /** As it is shown. */
  readonly phone: string;
  /** Of many in a list: its picture alone. */
  readonly bare?: boolean;
}

/** Opens the customer of a number over the page. */
export const CustomerButton = ({ of, state, phone, bare = false }: CustomerButtonProps) => {
  const { t } = useTranslation('shell');
  const user = useCurrentUser();
  const sees =
    user !== null &&
    (['number', 'callLog', 'myTask'].some(page => user.rights.some(right => right === page)) ||
      user.btns.includes('call_out'));
  if (!sees) return null;
  return (
    <button
      type="button"
      className={bare ? 'icon-button' : 'link row gap-4 whole'}
      aria-label={t($ => $.customerOf, { phone })}
      onClick={event => {
        event.stopPropagation();
        openCustomer(of, state);
      }}
    >
      <UserRound size={bare ? 15 : 13} aria-hidden="true" /> {!bare && t($ => $.customer)}
    </button>
  );
};
