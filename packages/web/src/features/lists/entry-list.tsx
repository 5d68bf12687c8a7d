import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useTableLook } from '../../ui/data-table/table-look.ts';
import { usePages } from '../../ui/data-table/use-pages.ts';
import { sayRemoved } from '../../ui/undo.ts';
import { AddNumbers } from './add-numbers.tsx';
import { useEntryColumns } from './entry-columns.tsx';
import { ListFrame, useSought } from './list-frame.tsx';
import type { EntryRow, EntryWays } from './list-ways.ts';

const keyOf = (row: EntryRow) => row.phoneKey;

/** A blacklist, the white list, or a list of the platform: looked through, added to, taken off. */
export const EntryList = ({ ways, label, scope }: { ways: EntryWays; label: string; scope?: ReactNode }) => {
  const { t } = useTranslation('lists');
  const queries = useQueryClient();
  const { phone } = useSought();
  const pages = usePages([...ways.queryKey, phone], ({ after, limit }, signal) =>
    ways.rows({ limit, ...(phone && { phone }), ...(after && { after }) }, signal),
  );
  const changed = () => queries.invalidateQueries({ queryKey: ways.queryKey });
  const { mutate: remove } = useMutation({
    mutationFn: (row: EntryRow) => ways.remove(row.phoneKey),
    onSuccess: ({ undo }, row) =>
      sayRemoved(
        t($ => $.removed, { phone: row.phone }),
        undo,
        changed,
      ),
    onSettled: changed,
  });
  const look = useTableLook(ways.table, useEntryColumns(ways.mayChange ? remove : null));
  return (
    <ListFrame
      label={label}
      ways={ways}
      mayChange={ways.mayChange}
      addText={t($ => $.add)}
      look={look}
      pages={pages}
      keyOf={keyOf}
      scope={scope}
      note={t($ => $.hint[ways.hint])}
      adding={onClose => <AddNumbers ways={ways} onClose={onClose} />}
    />
  );
};
