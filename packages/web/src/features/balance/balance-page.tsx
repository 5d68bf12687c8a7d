import { endpoints } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { amount } from '../../ui/format.ts';
import { ErrorPanel } from '../../ui/panels.tsx';
import { LedgerTable } from './ledger-table.tsx';
import { useBalance } from './use-ledger.ts';
import '../../ui/figures.css';
import './balance.css';

/** Whom a merchant asks for money: its reseller, or the platform. */
const useWhom = () => {
  const isOwner = useCurrentUser()?.roleCode === 'company';
  return useQuery({
    queryKey: ['merchant/info'],
    queryFn: ({ signal }) => call(endpoints.merchant.info, {}, { signal, quiet: true }),
    enabled: isOwner,
  }).data;
};

const HowToTopUp = () => {
  const { t } = useTranslation('money');
  const user = useCurrentUser();
  const info = useWhom();
  if (user?.roleCode === 'agent')
    return <p className="balance-hint row gap-6 fixed">{t($ => $.balance.howReseller, { name: user.merchantName })}</p>;
  // Its line is there before its words, or the ledger below would move.
  if (!info) return <p className="balance-hint row gap-6 fixed">&nbsp;</p>;
  const { reseller } = info;
  const who = reseller
    ? [reseller.name, reseller.contactName, reseller.contactPhone].filter(Boolean).join(' ')
    : t($ => $.balance.platform);
  return (
    <p className="balance-hint row gap-6 fixed">
      <Info size={14} aria-hidden="true" /> {t($ => $.balance.howMerchant, { who, number: info.number })}
    </p>
  );
};

/** `/platform/balance`: what there is, what is held for calls, and everything that moved it. */
export const BalancePage = () => {
  const { t } = useTranslation('money');
  const balance = useBalance();
  const user = useCurrentUser();
  const figures = [
    ['available', t($ => $.balance.availableSay)],
    ['amount', ''],
    ['reserved', t($ => $.balance.reservedSay)],
  ] as const;
  return (
    <div className="page">
      {balance.isError && !balance.data ? (
        <ErrorPanel title={t($ => $.balance.failed)} error={balance.error} onAgain={() => void balance.refetch()} />
      ) : (
        <div className="kpis balance-kpis">
          {figures.map(([name, say]) => (
            <div key={name} className="kpi">
              <span>{t($ => $.balance[name])}</span>
              <p>
                <b>{balance.data ? amount(balance.data[name]) : '—'}</b>
                <span>{t($ => $.balance.yuan)}</span>
              </p>
              {say && <small>{say}</small>}
            </div>
          ))}
        </div>
      )}
      <HowToTopUp />
      <LedgerTable merchantId={null} opensCalls={user?.rights.includes('callLog') ?? false} />
    </div>
  );
};
