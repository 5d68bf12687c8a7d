import { endpoints } from '@lianxian/contract';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { ListTable } from '../../ui/data-table/list-table.tsx';
import { useTableLook } from '../../ui/data-table/table-look.ts';
import { TableTools } from '../../ui/data-table/table-tools.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { SearchField } from '../../ui/filter/search-field.tsx';
import { useSoughtHint } from '../../ui/filter/use-sought-hint.ts';
import { amount, count } from '../../ui/format.ts';
import { Nothing } from '../../ui/nothing.tsx';
import { useOpen } from '../../ui/use-address.ts';
import { ViewTabs } from '../../ui/view-tabs.tsx';
import { ExportTool } from '../../work/export-tool.tsx';
import { FollowLink } from '../../work/follow-link.tsx';
import { TodoLink } from '../../work/todo-link.tsx';
import { ApprovalsTool } from './approvals-tool.tsx';
import { useCallColumns } from './call-columns.tsx';
import { useChosenActs } from './chosen-acts.ts';
import { ChosenBar, useChosen } from './chosen-bar.tsx';
import { useConditions } from './conditions.tsx';
import { askedOf, type Filter, isUnread, longestPhone, narrows, sought, viewFilters, views } from './filter.ts';
import {
  type CallPage,
  type CallRow,
  useCallPages,
  useFilter,
  useNewer,
  useStart,
  useViewCounts,
} from './use-call-log.ts';
import '../../ui/drawer.css';
import './call-log.css';

const ChangeType = lazy(() =>
  import('../../work/change-type/change-type.tsx').then(file => ({ default: file.ChangeType })),
);

interface CallLogPageProps {
  /** Stands among the tools, before the export. */
  readonly batches: ReactNode;
  /** The open call, beside the list. */
  readonly record: (open: { id: string; startMs: number; onClose: () => void }) => ReactNode;
}

const keyOf = (row: CallRow) => row.id;
const nameOf = (row: CallRow) => row.phone;

/** Calls that were looked for by what was said, and whose number nobody knows. */
const uncounted = (page: CallPage, { words }: Filter) => ({
  ...page,
  total: words !== null && page.more === true ? null : page.total,
});

/** Talk of many calls: hours and minutes; minutes and seconds below an hour, seconds alone below a minute. */
const useTalkText = () => {
  const { t } = useTranslation('callLog');
  return (ms: number) => {
    const s = Math.floor(ms / 1_000);
    const m = Math.floor(s / 60);
    if (m === 0) return t($ => $.talk.seconds, { s });
    return m < 60
      ? t($ => $.talk.minutes, { m, s: s % 60 })
      : t($ => $.talk.hours, { h: count(Math.floor(m / 60)), m: m % 60 });
  };
};

export const CallLogPage = ({ batches, record }: CallLogPageProps) => {
  const { t } = useTranslation(['callLog', 'shell']);
  const control = useFilter();
  const { filter, change, choose } = control;
  const pages = useCallPages(filter);
  const counts = useViewCounts();
  const [left, setLeft] = useState<CallPage | undefined>();
  const newer = useNewer(filter, pages.number > 1 ? (left?.list[0]?.id ?? null) : null);
  const { id: openId, open } = useOpen();
  const startMs = useStart();
  const [typing, setTyping] = useState<CallRow | null>(null);
  const look = useTableLook('callLog', useCallColumns(setTyping));
  const user = useCurrentUser();
  const btns = user?.btns ?? [];
  const mayChoose = Object.values(useChosenActs()).some(Boolean);
  const hint = useSoughtHint(filter.phone);
  const lookedAt = pages.page?.lookedAt;
  const nothing = {
    ...(isUnread(filter)
      ? { none: t($ => $.unread), noneHint: t($ => $.unreadHint) }
      : lookedAt === undefined
        ? { none: t($ => $.none), noneHint: hint ?? t($ => $.noneHint) }
        : { none: t($ => $.noneYet, { n: count(lookedAt) }), noneHint: t($ => $.noneYetHint) }),
    empty: t($ => $.empty),
    emptyHint: t($ => $.emptyHint),
  };
  const talkText = useTalkText();
  const chosen = useChosen(pages.page?.list, JSON.stringify(filter));
  const conditions = useConditions(control);
  const asked = () => askedOf(filter, new Date());
  const clear = () => choose(viewFilters.all);

  const next =
    pages.next &&
    (() => {
      if (pages.number === 1) setLeft(pages.page);
      pages.next?.();
    });
  const { total = 0, more = false } = pages.page ?? {};
  const sums = pages.number === 1 ? pages.page?.sums : left?.sums;
  return (
    <div className={openId === null ? 'beside' : 'beside is-open'}>
      <section className="call-log page lean">
        <ViewTabs
          label={t($ => $.views.label)}
          tabs={views.map(key => ({
            key,
            text: t($ => $.views[key]),
            ...(counts && { count: count(counts[key].total, counts[key].more) }),
          }))}
          current={filter.view}
          onChoose={view => choose(viewFilters[view])}
        />
        <FilterBar
          search={
            <SearchField
              label={btns.includes('phone:unmask') ? t($ => $.search) : t($ => $.searchWhole)}
              value={filter.phone}
              clean={sought}
              chars={longestPhone}
              onChange={phone => change('phone', phone)}
            />
          }
          conditions={conditions}
          onClear={narrows(filter) ? clear : null}
          tools={
            <>
              {filter.view === 'follow' && <FollowLink />}
              <TodoLink />
              <TableTools look={look} />
              {batches}
              {(btns.includes('callLog:export') || btns.includes('export:approve')) && <ApprovalsTool />}
              {btns.includes('callLog:export') && (
                <ExportTool
                  ask={total > 0 && !pages.error ? t($ => $.export.ask, { n: count(total, more) }) : null}
                  nothing={pages.error ? t($ => $.error.calls, { ns: 'shell' }) : t($ => $.export.nothing)}
                  onStart={() => call(endpoints.call.export, asked())}
                />
              )}
            </>
          }
        />
        {newer.n > 0 && (
          <p className="call-log-new-rows row gap-8 fixed" role="status">
            <span>{t($ => $.newRows, { n: newer.more ? `${count(newer.n)}+` : count(newer.n) })}</span>
            <button type="button" className="link" onClick={pages.first}>
              {t($ => $.showNew)}
            </button>
          </p>
        )}
        <ListTable
          label={t($ => $.title)}
          look={look}
          pages={{ ...pages, next, page: pages.page && uncounted(pages.page, filter) }}
          keyOf={keyOf}
          nameOf={nameOf}
          empty={
            <Nothing scoped words={nothing} onClear={narrows(filter) ? clear : null}>
              {user?.rights.includes('myTask') && btns.includes('task:create') && (
                <Link className="button" to="/my-task">
                  {t($ => $.toTasks)}
                </Link>
              )}
            </Nothing>
          }
          failed={t($ => $.error.calls, { ns: 'shell' })}
          openKey={openId}
          onOpen={row => open(row.id)}
          chosen={chosen.keys}
          {...(mayChoose ? { onChoose: chosen.choose } : {})}
          bar={<ChosenBar chosen={chosen} total={total} more={more} asked={asked} />}
        >
          {lookedAt !== undefined && t($ => $.lookedAt, { n: count(lookedAt) })}
          {sums && total > 0 && t($ => $.sums, { talk: talkText(sums.talkMs), cost: amount(sums.cost) })}
          {sums && sums.byHand > 0 && t($ => $.sumsByHand, { n: count(sums.byHand) })}
        </ListTable>
      </section>
      {typing && (
        <Suspense>
          <ChangeType id={typing.id} type={typing.customerType} onClose={() => setTyping(null)} />
        </Suspense>
      )}
      {openId !== null && record({ id: openId, startMs, onClose: () => open(null) })}
    </div>
  );
};
