import { endpoints, MOST_CHOSEN_CALLS } from '@lianxian/contract';
import { Copy, ListPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { SelectionBar } from '../../ui/data-table/selection-bar.tsx';
import { toast } from '../../ui/toast.ts';
import { ExportTool } from '../../work/export-tool.tsx';
import { AppendDialog } from './append-dialog.tsx';
import type { CallQuery } from './filter.ts';
import type { CallRow } from './use-call-log.ts';

/** Chosen rows of any page; another filter begins with none. */
export const useChosen = (rows: readonly CallRow[] | undefined, filterText: string) => {
  const [chosen, setChosen] = useState<{ of: string; rows: ReadonlyMap<string, CallRow> }>({ of: '', rows: new Map() });
  const kept = chosen.of === filterText ? chosen.rows : new Map<string, CallRow>();
  const here = new Map(rows?.map(row => [row.id, row]));
  return {
    keys: new Set(kept.keys()),
    rows: [...kept.values()],
    choose: (keys: ReadonlySet<string>) =>
      setChosen({
        of: filterText,
        rows: new Map(
          [...keys].slice(0, MOST_CHOSEN_CALLS).flatMap(key => {
            const row = here.get(key) ?? kept.get(key);
            return row ? [[key, row] as const] : [];
          }),
        ),
      }),
  };
};

/** What this person may do with chosen calls; without any of it rows are not chosen. Copied numbers must be whole ones. */
export const useChosenActs = () => {
  const btns = useCurrentUser()?.btns ?? [];
  const whole = btns.includes('phone:unmask');
  return { copy: whole, append: whole && btns.includes('task:create'), export: btns.includes('callLog:export') };
};

const copyNumbers = async (rows: readonly CallRow[], done: string, failed: string) => {
  try {
    await navigator.clipboard.writeText([...new Set(rows.map(row => row.phone))].join('\n'));
    toast.ok(done);
  } catch {
    toast.bad(failed);
  }
};

interface ChosenBarProps {
  readonly rows: readonly CallRow[];
  readonly asked: () => CallQuery;
  readonly onClear: () => void;
}

/** Their numbers into the clipboard or into a task, the calls into a sheet. */
export const ChosenBar = ({ rows, asked, onClear }: ChosenBarProps) => {
  const { t } = useTranslation('callLog');
  const may = useChosenActs();
  const [appending, setAppending] = useState(false);
  const n = rows.length;
  const copied = t($ => $.copied, { n });
  const failed = t($ => $.copyFailed);
  return (
    <>
      <SelectionBar chosen={n} onClear={onClear}>
        {may.copy && (
          <button type="button" onClick={() => void copyNumbers(rows, copied, failed)}>
            <Copy size={14} aria-hidden="true" /> {t($ => $.copy)}
          </button>
        )}
        {may.append && (
          <button type="button" onClick={() => setAppending(true)}>
            <ListPlus size={14} aria-hidden="true" /> {t($ => $.append.button)}
          </button>
        )}
        {may.export && (
          <ExportTool
            name={t($ => $.export.chosen)}
            ask={t($ => $.export.askChosen, { n })}
            onStart={() => call(endpoints.call.export, { ...asked(), ids: rows.map(row => row.id) })}
          />
        )}
      </SelectionBar>
      {appending && (
        <AppendDialog
          rows={rows}
          onDone={() => {
            setAppending(false);
            onClear();
          }}
          onClose={() => setAppending(false)}
        />
      )}
    </>
  );
};
