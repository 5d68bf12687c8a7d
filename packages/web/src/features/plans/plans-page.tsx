import { endpoints } from '@lianxian/contract';
import { Button } from 'antd';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useNews } from '../../live/use-news.ts';
import { useVisitor } from '../../session/visitor.ts';
import { ListTable } from '../../ui/data-table/list-table.tsx';
import { useTableLook } from '../../ui/data-table/table-look.ts';
import { TableTools } from '../../ui/data-table/table-tools.tsx';
import { usePages } from '../../ui/data-table/use-pages.ts';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { SearchField } from '../../ui/filter/search-field.tsx';
import { Nothing } from '../../ui/nothing.tsx';
import { ViewTabs } from '../../ui/view-tabs.tsx';
import { CreateDialog } from './create-dialog.tsx';
import { ImportButton } from './import-button.tsx';
import { type PlanRow, type PlanStateWord, planStateWords } from './plan-state.tsx';
import { usePlanActs } from './use-plan-acts.tsx';
import { usePlanColumns } from './use-plan-columns.tsx';
import './plans.css';

interface PlansPageProps {
  readonly state: PlanStateWord | null;
  /** Part of the name. */
  readonly q: string;
  /** A plan is being made. */
  readonly creating: boolean;
  readonly onFilter: (part: { state?: PlanStateWord | null; q?: string | null }) => void;
  readonly onCreating: (creating: boolean) => void;
  readonly onOpen: (id: string) => void;
}

const tabs: readonly (PlanStateWord | null)[] = [null, ...planStateWords];
/** While somebody edits, a plan is saved once a second; the list needs less. */
const newsEveryMs = 2_000;
const idOf = (row: PlanRow) => row.id;

/** 我的话术: all plans of the merchant, drafts as well, and what one may do with each. Live by the topic `plans`. */
export const PlansPage = ({ state, q, creating, onFilter, onCreating, onOpen }: PlansPageProps) => {
  const { t } = useTranslation('plans');
  const mayEdit = useVisitor()?.btns.includes('plan:edit') ?? false;
  const filter = { ...(state && { state }), ...(q && { search: q }) };
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
  return (
    <div className="plans-page">
      <ViewTabs
        label={t($ => $.list.states)}
        tabs={tabs.map(key => ({
          key,
          text: key === null ? t($ => $.all) : t($ => $.state[key]),
          ...(key === state && pages.page && { count: pages.page.total }),
        }))}
        current={state}
        onChoose={key => onFilter({ state: key })}
      />
      <FilterBar
        search={<SearchField label={t($ => $.list.search)} value={q} onChange={typed => onFilter({ q: typed })} />}
        tools={
          <>
            <TableTools look={look} />
            {mayEdit && <ImportButton onMade={pages.again} />}
            {create}
          </>
        }
      />
      <ListTable
        label={t($ => $.title)}
        look={look}
        pages={pages}
        keyOf={idOf}
        onOpen={row => onOpen(row.id)}
        failed={t($ => $.list.failed)}
        empty={
          <Nothing
            words={t($ => $.list, { returnObjects: true })}
            onClear={state !== null || q !== '' ? () => onFilter({ state: null, q: null }) : null}
          >
            {create}
          </Nothing>
        }
      />
      {question}
      {creating && <CreateDialog onMade={onOpen} onClose={() => onCreating(false)} />}
    </div>
  );
};
