import { endpoints } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { amount } from '../../ui/format.ts';
import { ErrorPanel } from '../../ui/panels.tsx';
import { ViewTabs } from '../../ui/view-tabs.tsx';
import { LedgerTable } from './ledger-table.tsx';
import { StatementTable } from './statement-table.tsx';
import { useBalance } from './use-ledger.ts';
import { WarnBelow } from './warn-below.tsx';
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
  const [view, setView] = useState<'ledger' | 'statement'>('ledger');
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
              {name === 'amount' && balance.data?.isLow ? (
                <small className="balance-low">
                  {t($ => $.balance.low, { n: amount(balance.data.lowBelow ?? '0') })}
                </small>
              ) : (
                say && <small>{say}</small>
              )}
            </div>
          ))}
        </div>
      )}
      <HowToTopUp />
      <div className="balance-views row gap-16 wrap fixed">
        <ViewTabs
          label={t($ => $.balance.views)}
          tabs={(['ledger', 'statement'] as const).map(key => ({ key, text: t($ => $[key].title) }))}
          current={view}
          onChoose={setView}
        />
        {balance.data && <WarnBelow key={balance.data.lowBelow} lowBelow={balance.data.lowBelow} />}
      </div>
      {view === 'ledger' ? (
        <LedgerTable merchantId={null} opensCalls={user?.rights.includes('callLog') ?? false} />
      ) : (
        <StatementTable />
      )}
    </div>
  );
};
