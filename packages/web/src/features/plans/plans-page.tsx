import { endpoints } from '@lianxian/contract';
import { Button, Input } from 'antd';
import { Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useNews } from '../../live/use-news.ts';
import { useVisitor } from '../../session/visitor.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { Paging, TableKeys } from '../../ui/data-table/paging.tsx';
import { useTableLook } from '../../ui/data-table/table-look.ts';
import { usePages } from '../../ui/data-table/use-pages.ts';
import { Empty } from '../../ui/panels.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import { CreateDialog } from './create-dialog.tsx';
import { ImportButton } from './import-button.tsx';
import { type PlanRow, type PlanStateWord, planStateWords } from './plan-state.tsx';
import { usePlanActs } from './use-plan-acts.tsx';
import { usePlanColumns } from './use-plan-columns.tsx';
import '../../ui/view-tabs.css';
import './plans.css';

interface PlansPageProps {
  readonly state: PlanStateWord | null;
  /** A plan is being made. */
  readonly creating: boolean;
  readonly onState: (state: PlanStateWord | null) => void;
  readonly onCreating: (creating: boolean) => void;
  readonly onOpen: (id: string) => void;
}

const tabs: readonly (PlanStateWord | null)[] = [null, ...planStateWords];
const searchAfterMs = 300;
/** While somebody edits, a plan is saved once a second; the list needs less. */
const newsEveryMs = 2_000;
const idOf = (row: PlanRow) => row.id;

/** 我的话术: all plans of the merchant, drafts as well, and what one may do with each. Live by the topic `plans`. */
export const PlansPage = ({ state, creating, onState, onCreating, onOpen }: PlansPageProps) => {
  const { t } = useTranslation('plans');
  const mayEdit = useVisitor()?.btns.includes('plan:edit') ?? false;
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim(), searchAfterMs);
  const filter = { ...(state && { state }), ...(search && { search }) };
  const pages = usePages(
    ['plan/mine', filter],
    ({ after, limit }, signal) =>
      call(endpoints.plan.mine, { ...filter, limit, ...(after && { after }) }, { signal, quiet: true }),
    20,
  );
  useNews('plans', async () => pages.again(), newsEveryMs);
  const { act, question } = usePlanActs(onOpen);
  const look = useTableLook('plans', usePlanColumns(act));

  const create = mayEdit && (
    <Button type="primary" icon={<Plus size={14} aria-hidden="true" />} onClick={() => onCreating(true)}>
      {t($ => $.list.create)}
    </Button>
  );
  const empty =
    state !== null || search !== '' ? (
      <Empty title={t($ => $.list.none)} hint={t($ => $.list.noneHint)}>
        <Button
          onClick={() => {
            setTyped('');
            onState(null);
          }}
        >
          {t($ => $.list.clear)}
        </Button>
      </Empty>
    ) : (
      <Empty title={t($ => $.list.empty)} hint={t($ => $.list.emptyHint)}>
        {create}
      </Empty>
    );
  return (
    <div className="plans-page">
      <nav className="view-tabs" aria-label={t($ => $.list.states)}>
        {tabs.map(each => (
          <button
            key={each ?? 'all'}
            type="button"
            aria-current={each === state ? 'true' : undefined}
            onClick={() => onState(each)}
          >
            {each === null ? t($ => $.all) : t($ => $.state[each])}
            {each === state && pages.page && <span>{pages.page.total}</span>}
          </button>
        ))}
      </nav>
      <div className="plans-tools">
        <Input
          aria-label={t($ => $.list.search)}
          placeholder={t($ => $.list.search)}
          prefix={<Search size={14} aria-hidden="true" />}
          maxLength={50}
          allowClear
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
        <span className="gap" />
        {mayEdit && <ImportButton onMade={pages.again} />}
        {create}
      </div>
      <DataTable
        label={t($ => $.title)}
        look={look}
        rows={pages.page?.list}
        keyOf={idOf}
        busy={pages.turning}
        onOpen={row => onOpen(row.id)}
        failed={pages.failed ? { title: t($ => $.list.failed), onAgain: pages.again } : undefined}
        empty={empty}
      />
      <Paging pages={pages} keys={<TableKeys />} />
      {question}
      {creating && <CreateDialog onMade={onOpen} onClose={() => onCreating(false)} />}
    </div>
  );
};
