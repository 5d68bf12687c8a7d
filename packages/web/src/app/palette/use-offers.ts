import { endpoints, fieldChars } from '@lianxian/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../api/call.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { when } from '../../ui/format.ts';
import { appearance, type Choice } from '../../ui/theme/appearance.ts';
import { useSettled } from '../../ui/use-settled.ts';
import { openKeys } from '../overlay.ts';
import { homePath } from '../panes/tabs.ts';
import { closeAll, closeOthers, enter, showTab, useTabs } from '../panes/use-tabs.ts';
import { useTitleOf } from '../place.ts';
import { leave } from '../preview.ts';
import { routeNamed, routes } from '../routes.ts';
import { mayOpen } from '../where-to.ts';
import { figuresOf, fitting, type Offer } from './offers.ts';

const afterTypingMs = 200;
const fewestLetters = 2;
const found = 6;
/** As much as tasks are sought by. */
export const mostTyped = fieldChars(endpoints.task.list.input, 'q');

const looks: readonly Choice[] = ['auto', 'light', 'dark'];

/** Pages of the menu one may open; what needs an id in its address is found by its name instead. */
const usePageOffers = (): readonly Offer[] => {
  const { t } = useTranslation('console');
  const user = useCurrentUser();
  return routes
    .filter(row => row.frame === 'shell' && row.page && row.label && !row.path.includes(':'))
    .filter(row => user && mayOpen(row, user))
    .map(row => ({
      key: `page ${row.path}`,
      kind: 'pages' as const,
      label: t($ => $.nav[row.label!]),
      hint: row.group ? t($ => $.nav[row.group!]) : '',
      words: row.path,
      go: () => enter(row.path),
    }));
};

const useTabOffers = (): readonly Offer[] => {
  const { list, active } = useTabs();
  const titleOf = useTitleOf();
  return list
    .filter(tab => tab.id !== active)
    .map(tab => ({
      key: `tab ${tab.id}`,
      kind: 'tabs' as const,
      label: titleOf(tab),
      hint: '',
      words: tab.id,
      go: () => showTab(tab),
    }));
};

const act = (key: string, label: string, go: () => void, hint = ''): Offer => ({
  key: `act ${key}`,
  kind: 'actions',
  label,
  hint,
  words: key,
  go,
});

const useActionOffers = (): readonly Offer[] => {
  const { t } = useTranslation(['frame', 'console']);
  const navigate = useNavigate();
  const user = useCurrentUser();
  const mayTest = user && mayOpen(routeNamed('callLog'), user) && user.btns.includes('call_out');
  const mayMake = user && mayOpen(routeNamed('my-task'), user) && user.btns.includes('task:create');
  return [
    ...(mayMake
      ? [
          act(
            'new task',
            t($ => $.palette.newTask),
            () => void navigate('/my-task?edit=new'),
          ),
        ]
      : []),
    ...(mayTest
      ? [
          act(
            'test call',
            t($ => $.palette.testCall),
            () => void navigate(`${homePath}?call=new`),
          ),
        ]
      : []),
    ...looks.map(each =>
      act(
        each,
        t($ => $.user[each], { ns: 'console' }),
        () => appearance.choose(each),
        t($ => $.user.appearance, { ns: 'console' }),
      ),
    ),
    act(
      'close others',
      t($ => $.tabs.closeOthers),
      closeOthers,
    ),
    act(
      'close all',
      t($ => $.tabs.closeAll),
      closeAll,
    ),
    act(
      'keys shortcuts',
      t($ => $.keys.title),
      openKeys,
    ),
    act(
      'logout',
      t($ => $.user.logout, { ns: 'console' }),
      () => void leave(() => navigate(homePath)),
    ),
  ];
};

/** Calls by figures of their phone, for who may see the call log. */
const useCallOffers = (wish: string) => {
  const user = useCurrentUser();
  const { t } = useTranslation('frame');
  const navigate = useNavigate();
  const phone = figuresOf(wish);
  const may = user !== null && mayOpen(routeNamed('callLog'), user);
  const { data, isError } = useQuery({
    queryKey: ['palette/calls', phone],
    queryFn: ({ signal }) =>
      call(endpoints.call.list, { page: 1, limit: found, phone: phone ?? '' }, { signal, quiet: true }),
    enabled: may && phone !== null,
    placeholderData: keepPreviousData,
  });
  const offers = (may && phone !== null ? (data?.list ?? []) : []).map(
    (row): Offer => ({
      key: `call ${row.id}`,
      kind: 'calls',
      label: row.phone,
      hint: when(
        row.placedAt,
        new Date(),
        t($ => $.palette.today),
      ),
      words: '',
      go: () => void navigate(`/platform/call/${row.id}`),
    }),
  );
  return { offers, isError };
};

/** Tasks by a part of their name, for who may see tasks. */
const useTaskOffers = (wish: string) => {
  const user = useCurrentUser();
  const navigate = useNavigate();
  const q = wish.trim();
  const may = user !== null && mayOpen(routeNamed('my-task'), user) && q.length >= fewestLetters;
  const { data, isError } = useQuery({
    queryKey: ['palette/tasks', q],
    queryFn: ({ signal }) => call(endpoints.task.list, { page: 1, limit: found, q }, { signal, quiet: true }),
    enabled: may,
    placeholderData: keepPreviousData,
  });
  const offers = (may ? (data?.list ?? []) : []).map(
    (row): Offer => ({
      key: `task ${row.id}`,
      kind: 'tasks',
      label: row.name,
      hint: row.planName,
      words: '',
      go: () => void navigate(`/platform/task/${row.id}`),
    }),
  );
  return { offers, isError };
};

/** All that fits what was typed: open tabs and pages first, what the server knows after them, actions last. */
export const useOffers = (typed: string): { offers: readonly Offer[]; failed: boolean } => {
  const settled = useSettled(typed, afterTypingMs);
  const [tabs, pages, actions] = [useTabOffers(), usePageOffers(), useActionOffers()];
  const tasks = useTaskOffers(settled);
  const calls = useCallOffers(settled);
  return {
    offers: [
      ...fitting(typed, tabs),
      ...fitting(typed, pages),
      ...tasks.offers,
      ...calls.offers,
      ...fitting(typed, actions),
    ],
    failed: tasks.isError || calls.isError,
  };
};
