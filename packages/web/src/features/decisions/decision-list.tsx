import { endpoints } from '@lianxian/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { ListTable } from '../../ui/data-table/list-table.tsx';
import { useTableLook } from '../../ui/data-table/table-look.ts';
import { TableTools } from '../../ui/data-table/table-tools.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { SearchField } from '../../ui/filter/search-field.tsx';
import { count } from '../../ui/format.ts';
import { Nothing } from '../../ui/nothing.tsx';
import { ExportTool } from '../../work/export-tool.tsx';
import { useConditions } from './conditions.tsx';
import { askedOf, phoneChars, writeFilter } from './filter.ts';
import { useDecisionColumns } from './use-decision-columns.tsx';
import { type DecisionRow, type Place, useDecisionPages } from './use-decisions.ts';
import './decisions.css';

interface DecisionListProps {
  readonly place: Place;
  /** All are of one task. */
  readonly isOfTask: boolean;
  readonly onRecord: (callId: string) => void;
  /** Stands beside the tools. */
  readonly children?: ReactNode;
}

const keyOf = (row: DecisionRow) => row.id;

/** What was decided about numbers, newest first; a row that is about a call opens its record. */
export const DecisionList = ({ place, isOfTask, onRecord, children }: DecisionListProps) => {
  const { t } = useTranslation('decisions');
  const { filter, change, clear } = place;
  const pages = useDecisionPages(filter);
  const look = useTableLook(isOfTask ? 'taskDecisions' : 'decisions', useDecisionColumns(isOfTask));
  const conditions = useConditions(place, isOfTask);
  const mayExport = useCurrentUser()?.btns.includes('callLog:export') ?? false;
  const { total = 0, more = false } = pages.page ?? {};
  const narrows = Object.keys(writeFilter(isOfTask ? { ...filter, task: null } : filter)).length > 0;
  const nothing = {
    none: t($ => $.none),
    noneHint: t($ => $.noneHint),
    empty: t($ => $.empty),
    emptyHint: t($ => $.emptyHint),
  };
  return (
    <section className="decisions stack fill low" aria-label={t($ => $.title)}>
      <FilterBar
        search={
          <SearchField
            label={t($ => $.search)}
            chars={phoneChars}
            inputMode="tel"
            value={filter.phone}
            onChange={phone => change('phone', phone)}
          />
        }
        conditions={conditions}
        onClear={narrows ? clear : null}
        tools={
          <>
            {children}
            <TableTools look={look} />
            {mayExport && (
              <ExportTool
                ask={total > 0 ? t($ => $.exportAsk, { n: count(total, more) }) : null}
                onStart={() => call(endpoints.decision.export, askedOf(filter, new Date()))}
              />
            )}
          </>
        }
      />
      <ListTable
        label={t($ => $.title)}
        look={look}
        pages={pages}
        keyOf={keyOf}
        empty={<Nothing words={nothing} onClear={narrows ? clear : null} scoped />}
        failed={t($ => $.failed)}
        onOpen={row => row.recorded && row.callId !== null && onRecord(row.callId)}
      />
    </section>
  );
};
