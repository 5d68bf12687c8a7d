import { endpoints, MOST_CHOSEN_CALLS } from '@lianxian/contract';
import { CheckCheck, Copy, ListPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { SelectionBar } from '../../ui/data-table/selection-bar.tsx';
import { useChosenRows } from '../../ui/data-table/use-chosen.ts';
import { count } from '../../ui/format.ts';
import { toast } from '../../ui/toast.ts';
import { ExportTool } from '../../work/export-tool.tsx';
import { AppendDialog } from './append-dialog.tsx';
import { useChosenActs } from './chosen-acts.ts';
import type { CallQuery } from './filter.ts';
import { MoreActs } from './more-acts.tsx';
import type { CallPage, CallRow } from './use-call-log.ts';

/** Chosen rows of any page, or all that match; another filter begins with none. */
export const useChosen = (rows: readonly CallRow[] | undefined, filter: string) => {
  const { t } = useTranslation('callLog');
  const onMost = () => toast.info(t($ => $.mostChosen, { n: count(MOST_CHOSEN_CALLS) }));
  return useChosenRows({ rows, filter, most: MOST_CHOSEN_CALLS, onMost });
};

const copyPage = 100;
/** The newest of all that match, so many at most. */
const newestRows = async (query: CallQuery): Promise<{ rows: readonly CallRow[]; more: boolean }> => {
  const rows: CallRow[] = [];
  let after: string | null = null;
  do {
    const page: CallPage = await call(endpoints.call.list, { ...query, limit: copyPage, ...(after && { after }) });
    rows.push(...page.list);
    after = page.after;
  } while (after !== null && rows.length < MOST_CHOSEN_CALLS);
  return { rows, more: after !== null };
};

const useCopy = () => {
  const { t } = useTranslation('callLog');
  return async (chosen: () => Promise<{ rows: readonly CallRow[]; more: boolean }>) => {
    try {
      const { rows, more } = await chosen();
      const phones = [...new Set(rows.map(row => row.phone))];
      await navigator.clipboard.writeText(phones.join('\n'));
      const said = { n: count(phones.length), calls: count(rows.length) };
      toast.ok(more ? t($ => $.copiedSome, said) : t($ => $.copied, said));
    } catch {
      toast.bad(t($ => $.copyFailed));
    }
  };
};

interface ChosenBarProps {
  readonly chosen: ReturnType<typeof useChosen>;
  /** How many match. */
  readonly total: number;
  readonly more: boolean;
  readonly asked: () => CallQuery;
}

/** Their numbers into the clipboard or into a task, the calls into a sheet. */
export const ChosenBar = ({ chosen, total, more, asked }: ChosenBarProps) => {
  const { t } = useTranslation('callLog');
  const may = useChosenActs();
  const copy = useCopy();
  const [appending, setAppending] = useState<CallQuery | null>(null);
  const { rows, all } = chosen;
  const onClear = () => chosen.choose(new Set());
  const n = all ? total : rows.length;
  const query = (): CallQuery => (all ? asked() : { ...asked(), ids: rows.map(row => row.id) });
  return (
    <>
      <SelectionBar chosen={n} more={all && more} onClear={onClear}>
        {chosen.pageFull && total > rows.length && (
          <button type="button" onClick={chosen.chooseAll}>
            <CheckCheck size={14} aria-hidden="true" /> {t($ => $.chooseAll, { n: count(total, more) })}
          </button>
        )}
        {may.copy && (
          <button
            type="button"
            onClick={() => void copy(async () => (all ? newestRows(asked()) : { rows, more: false }))}
          >
            <Copy size={14} aria-hidden="true" /> {t($ => $.copy)}
          </button>
        )}
        {may.append && (
          <button type="button" onClick={() => setAppending(query())}>
            <ListPlus size={14} aria-hidden="true" /> {t($ => $.append.button)}
          </button>
        )}
        {may.export && (
          <ExportTool
            name={t($ => $.export.chosen)}
            ask={t($ => $.export.askChosen, { n: count(n, all && more) })}
            onStart={() => call(endpoints.call.export, query())}
          />
        )}
        <MoreActs query={query} n={count(n, all && more)} onDone={onClear} />
      </SelectionBar>
      {appending && (
        <AppendDialog
          query={appending}
          onDone={() => {
            setAppending(null);
            onClear();
          }}
          onClose={() => setAppending(null)}
        />
      )}
    </>
  );
};
