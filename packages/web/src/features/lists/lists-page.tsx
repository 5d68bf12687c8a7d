import { endpoints } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { PlainChoice } from '../../ui/plain-choice.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { ViewTabs } from '../../ui/view-tabs.tsx';
import { ConsentList } from './consent-list.tsx';
import { EntryList } from './entry-list.tsx';
import { tabs } from './list-ways.ts';
import { useBlacklistWays, useWhitelistWays } from './use-own-ways.ts';
import './lists.css';

const mostTasks = 100;

/** The blacklist of all tasks, or of one; which one stands in the address. */
const Blacklist = () => {
  const { t } = useTranslation('lists');
  const { query, put } = useAddress();
  const task = query.get('task');
  const tasks = useQuery({
    queryKey: ['task/list', 'names'],
    queryFn: ({ signal }) => call(endpoints.task.list, { limit: mostTasks }, { signal, quiet: true }),
  });
  const names = tasks.data?.list ?? [];
  const known = names.some(({ id }) => id === task);
  const options = [
    { value: '', label: t($ => $.allTasks) },
    ...(task !== null && !known ? [{ value: task, label: task }] : []),
    ...names.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <EntryList
      key={task}
      ways={useBlacklistWays(task)}
      label={t($ => $.tab.blacklist)}
      scope={
        <span className="lists-scope">
          <span id="lists-scope" className="only-read">
            {t($ => $.scope)}
          </span>
          <PlainChoice
            labelledBy="lists-scope"
            options={options}
            value={task ?? ''}
            placeholder=""
            onChange={id => put({ task: id || null, phone: null }, true)}
          />
        </span>
      }
    />
  );
};

const Whitelist = () => {
  const { t } = useTranslation('lists');
  return <EntryList ways={useWhitelistWays()} label={t($ => $.tab.whitelist)} />;
};

/** `/platform/lists`: who is never called, who is exempt from caps, who consented. */
export const ListsPage = () => {
  const { t } = useTranslation('lists');
  const { query, put } = useAddress();
  const tab = tabs.find(each => each === query.get('tab')) ?? 'blacklist';
  return (
    <div className="page">
      <h1 className="only-read">{t($ => $.title)}</h1>
      <ViewTabs
        label={t($ => $.tabs)}
        tabs={tabs.map(key => ({ key, text: t($ => $.tab[key]) }))}
        current={tab}
        onChoose={key => put({ tab: key === 'blacklist' ? null : key, task: null, phone: null })}
      />
      {tab === 'blacklist' && <Blacklist />}
      {tab === 'whitelist' && <Whitelist />}
      {tab === 'consent' && <ConsentList />}
    </div>
  );
};
