import { endpoints, fieldChars } from '@lianxian/contract';
import { Plus } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useNews } from '../../live/use-news.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { wordsOf } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { plainPage } from '../../ui/chunk.ts';
import { StateList } from '../../ui/data-table/state-list.tsx';
import { useTableLook } from '../../ui/data-table/table-look.ts';
import { usePages } from '../../ui/data-table/use-pages.ts';
import { ImportButton } from './import-button.tsx';
import { useOrigins } from './origin.tsx';
import { type PlanRow, type PlanStateWord, planStateWords } from './plan-state.tsx';
import { usePlanActs } from './use-plan-acts.tsx';
import { usePlanColumns } from './use-plan-columns.tsx';
import './plans.css';

const CreateDialog = plainPage(async () => {
  const [file] = await Promise.all([import('./create-dialog.tsx'), wordsOf('market')]);
  return file.CreateDialog;
});

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

/** While somebody edits, a plan is saved once a second; the list needs less. */
const newsEveryMs = 2_000;
const idOf = (row: PlanRow) => row.id;

/** 我的话术: all plans of the merchant, drafts as well, and what one may do with each. Live by the topic `plans`. */
export const PlansPage = ({ state, q, creating, onFilter, onCreating, onOpen }: PlansPageProps) => {
  const { t } = useTranslation('plans');
  const mayEdit = useCurrentUser()?.btns.includes('plan:edit') ?? false;
  const filter = { ...(state && { state }), ...(q && { search: q }) };
  const pages = usePages(
    ['plan/mine', filter],
    ({ after, limit }, signal) =>
      call(endpoints.plan.mine, { ...filter, limit, ...(after && { after }) }, { signal, quiet: true }),
    20,
  );
  useNews('plans', async () => pages.again(), newsEveryMs);
  const { act, question } = usePlanActs(onOpen);
  const look = useTableLook('plans', usePlanColumns(act, useOrigins()));
  const create = mayEdit && (
    <Button kind="primary" icon={<Plus size={14} aria-hidden="true" />} onClick={() => onCreating(true)}>
      {t($ => $.list.create)}
    </Button>
  );
  return (
    <div className="plans-page page">
      <StateList
        title={t($ => $.title)}
        words={t($ => $.list, { returnObjects: true })}
        states={planStateWords.map(key => ({ key, text: t($ => $.state[key]) }))}
        state={state}
        q={q}
        qChars={fieldChars(endpoints.plan.mine.input, 'search')}
        onFilter={onFilter}
        look={look}
        pages={pages}
        keyOf={idOf}
        onOpen={row => act('open', row)}
        tools={mayEdit && <ImportButton onMade={pages.again} />}
        create={create}
      />
      {question}
      <Suspense>{creating && <CreateDialog onMade={onOpen} onClose={() => onCreating(false)} />}</Suspense>
    </div>
  );
};
