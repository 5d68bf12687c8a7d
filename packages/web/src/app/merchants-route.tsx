import { LedgerTable } from '../features/balance/ledger-table.tsx';
import { KeptPage } from '../features/console/kept-page.tsx';

/** Merchants with their ledgers; calls of a merchant are its own, so none is opened from here. */
export const MerchantsRoute = () => (
  <KeptPage kind="merchant" ledger={id => <LedgerTable merchantId={id} opensCalls={false} />} />
);

export const ResellersRoute = () => (
  <KeptPage kind="reseller" ledger={id => <LedgerTable merchantId={id} opensCalls={false} />} />
);
