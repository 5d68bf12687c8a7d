import { AccountsPage } from '../features/admin/accounts-page.tsx';
import { LedgerTable } from '../features/balance/ledger-table.tsx';

/** Merchants with their ledgers; calls of a merchant are its own, so none is opened from here. */
export const MerchantsRoute = () => (
  <AccountsPage kind="merchant" ledger={id => <LedgerTable merchantId={id} opensCalls={false} />} />
);

export const ResellersRoute = () => (
  <AccountsPage kind="reseller" ledger={id => <LedgerTable merchantId={id} opensCalls={false} />} />
);
