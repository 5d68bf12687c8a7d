import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import type { Given } from '../../ui/one-time-password.tsx';
import { AccountState } from './account-state.tsx';
import { PriceList } from './price-list.tsx';
import { useProfile } from './profile.tsx';
import { ProfileForm } from './profile-form.tsx';
import { Trades } from './trades.tsx';
import { useAccountActs } from './use-account-acts.tsx';
import { type AccountRow, type Kind, type Tab, tabs } from './use-accounts.ts';
import { MerchantUsePrices } from './use-price-places.tsx';

interface NewDrawerProps {
  readonly kind: Kind;
  readonly isPlatform: boolean;
  readonly onMade: (given: Given) => void;
  readonly onClose: () => void;
}

/** A new merchant or reseller; its owner's password is given to who opened it. */
export const NewDrawer = ({ kind, isPlatform, onMade, onClose }: NewDrawerProps) => {
  const { t } = useTranslation('merchants');
  const profile = useProfile({
    kind,
    row: null,
    isPlatform,
    onSaved: ({ number, account, password }) =>
      onMade({ number: { name: t($ => $.password.number), value: number }, account, password: password ?? '' }),
  });
  return (
    <Drawer
      title={kind === 'merchant' ? t($ => $.drawer.newMerchant) : t($ => $.drawer.newReseller)}
      subject="new"
      closeLabel={t($ => $.close)}
      onClose={onClose}
      footer={
        <Button kind="primary" type="submit" form={profile.form.props.id} loading={profile.form.busy}>
          {t($ => $.save)}
        </Button>
      }
    >
      <ProfileForm {...profile} />
    </Drawer>
  );
};

interface AccountDrawerProps {
  readonly kind: Kind;
  readonly row: AccountRow;
  readonly tab: Tab;
  readonly isPlatform: boolean;
  readonly ledger: ReactNode;
  readonly onTab: (tab: Tab) => void;
  readonly onClose: () => void;
}

/** One of them: profile, lines and prices, ledger. */
export const AccountDrawer = ({ kind, row, tab, isPlatform, ledger, onTab, onClose }: AccountDrawerProps) => {
  const { t } = useTranslation('merchants');
  const profile = useProfile({ kind, row, isPlatform, onSaved: () => undefined });
  const acts = useAccountActs(kind, row);
  return (
    <Drawer
      title={
        <>
          {row.name} <small>{row.number}</small>
        </>
      }
      status={<AccountState active={row.active} pill />}
      subject={row.id}
      closeLabel={t($ => $.close)}
      onClose={onClose}
      footer={
        tab === 'profile' && (
          <>
            <Button onClick={acts.reset}>{t($ => $.drawer.resetOwner)}</Button>
            {isPlatform && <Button onClick={acts.dropFactor}>{t($ => $.drawer.dropFactor)}</Button>}
            {row.active ? (
              <Button danger onClick={acts.switchOff}>
                {t($ => $.drawer.off)}
              </Button>
            ) : (
              <Button onClick={acts.switchOn}>{t($ => $.drawer.on)}</Button>
            )}
            <Button kind="primary" type="submit" form={profile.form.props.id} loading={profile.form.busy}>
              {t($ => $.save)}
            </Button>
          </>
        )
      }
    >
      <nav className="view-tabs" aria-label={t($ => $.drawer.tabs)}>
        {tabs.map(each => (
          <button key={each} type="button" aria-current={each === tab ? 'true' : undefined} onClick={() => onTab(each)}>
            {t($ => $.drawer.tab[each])}
          </button>
        ))}
      </nav>
      {tab === 'profile' && (
        <>
          <ProfileForm {...profile} />
          {kind === 'merchant' && <Trades merchantId={row.id} />}
        </>
      )}
      {tab === 'lines' && <PriceList row={row} mayPrice={isPlatform} />}
      {tab === 'lines' && isPlatform && <MerchantUsePrices cid={row.number} />}
      {tab === 'ledger' && ledger}
      {acts.question}
    </Drawer>
  );
};
