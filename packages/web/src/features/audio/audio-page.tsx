import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../session/current-user.ts';
import { useAddress } from '../../ui/use-address.ts';
import { ViewTabs } from '../../ui/view-tabs.tsx';
import { DeskTabs } from './desk.tsx';
import { OwnOrders } from './own-orders.tsx';
import { useDesk, useOrderNews } from './use-orders.ts';
import '../../ui/plain-select.css';
import './audio.css';

/** `/audio` 配音: what voice people record to order, and what their merchants ordered. Open to everybody signed in. */
export const AudioPage = () => {
  const { t } = useTranslation('audio');
  const { query, put } = useAddress();
  useOrderNews();
  const orders = useCurrentUser()?.btns.includes('plan:edit') ?? false;
  const { data } = useDesk('open', 1);
  const isVoice = data?.isVoice ?? false;
  const asked = query.get('tab');
  const tab = orders && (asked === 'orders' || (asked === null && !isVoice)) ? 'orders' : 'desk';
  const open = query.get('open');
  const onOpen = (id: string | null) => put({ open: id, plan: null });
  return (
    <section className="page lean">
      <h1 className="only-read">{t($ => $.title)}</h1>
      {orders && open === null && (
        <ViewTabs
          label={t($ => $.title)}
          tabs={(['desk', 'orders'] as const).map(key => ({ key, text: t($ => $.tabs[key]) }))}
          current={tab}
          onChoose={key => put({ tab: key, open: null })}
        />
      )}
      {tab === 'orders' ? (
        <OwnOrders open={open} onOpen={onOpen} plan={query.get('plan')} onPlanLeft={() => put({ plan: null })} />
      ) : (
        <DeskTabs open={open} onOpen={onOpen} />
      )}
    </section>
  );
};
