import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../session/current-user.ts';
import { plainPage } from '../../ui/chunk.ts';
import { Skeleton } from '../../ui/panels.tsx';
import { ViewTabs } from '../../ui/view-tabs.tsx';
import { tabs, useSmsPlace } from './place.ts';
import { TemplatesTab } from './templates/templates-tab.tsx';
import { useMaySettle } from './use-sms.ts';
import '../../ui/drawer.css';
import '../../ui/plain-select.css';
import './sms.css';

const LogTab = plainPage(() => import('./log/log-tab.tsx').then(file => file.LogTab));
const ManyTab = plainPage(() => import('./many/many-tab.tsx').then(file => file.ManyTab));
const RepliesTab = plainPage(() => import('./replies/replies-tab.tsx').then(file => file.RepliesTab));
const LinksTab = plainPage(() => import('./links/links-tab.tsx').then(file => file.LinksTab));
const ProvidersTab = plainPage(() => import('./providers/providers-tab.tsx').then(file => file.ProvidersTab));

/** 短信模板: what is written, what was sent, to many at once, what came back, who carries it. All of it stands in the address. */
export const SmsPage = () => {
  const { t } = useTranslation('sms');
  const place = useSmsPlace();
  const maySettle = useMaySettle();
  const maySendMany = useCurrentUser()?.btns.includes('task:create') ?? false;
  const offered = tabs.filter(tab => (tab !== 'providers' || maySettle) && (tab !== 'many' || maySendMany));
  const tab = offered.find(each => each === place.tab) ?? 'templates';
  return (
    <div className="page lean">
      <h1 className="only-read">{t($ => $.title)}</h1>
      <ViewTabs
        label={t($ => $.tabs)}
        tabs={offered.map(key => ({ key, text: t($ => $.tab[key]) }))}
        current={tab}
        onChoose={key => place.show(key)}
      />
      <div className="sms-body flex fill">
        <Suspense
          fallback={
            <div className="fill lean">
              <Skeleton rows={6} />
            </div>
          }
        >
          {tab === 'templates' && <TemplatesTab place={place} />}
          {tab === 'log' && <LogTab place={place} />}
          {tab === 'many' && <ManyTab place={place} />}
          {tab === 'replies' && <RepliesTab place={place} />}
          {tab === 'links' && <LinksTab place={place} />}
          {tab === 'providers' && <ProvidersTab />}
        </Suspense>
      </div>
    </div>
  );
};
