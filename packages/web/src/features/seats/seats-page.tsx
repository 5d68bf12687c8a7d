import { useTranslation } from 'react-i18next';
import { ViewTabs } from '../../ui/view-tabs.tsx';
import { FiguresTab } from './figures-tab.tsx';
import { GroupsTab } from './groups-tab.tsx';
import { tabs, useSeatsPlace } from './place.ts';
import { SeatsTab } from './seats-tab.tsx';
import { StatesTab } from './states-tab.tsx';
import { useSeatNews } from './use-seats.ts';
import '../../ui/drawer.css';
import '../../ui/plain-select.css';
import './seats.css';

/** Seats of the merchant: who has one, in which groups, what each does over a day. All of it stands in the address. */
export const SeatsPage = () => {
  const { t } = useTranslation('seats');
  const place = useSeatsPlace();
  const { tab, put } = place;
  useSeatNews();
  return (
    <div className="page lean">
      <ViewTabs
        label={t($ => $.title)}
        tabs={tabs.map(key => ({ key, text: t($ => $.tab[key]) }))}
        current={tab}
        onChoose={key => put({ tab: key === 'seats' ? null : key, open: null })}
      />
      <div className="seats-body flex fill">
        {tab === 'seats' && <SeatsTab place={place} />}
        {tab === 'groups' && <GroupsTab place={place} />}
        {tab === 'states' && <StatesTab place={place} />}
        {tab === 'figures' && <FiguresTab place={place} />}
      </div>
    </div>
  );
};
