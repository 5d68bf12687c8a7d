import { endpoints } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { ListTable } from '../../ui/data-table/list-table.tsx';
import { useTableLook } from '../../ui/data-table/table-look.ts';
import { TableTools } from '../../ui/data-table/table-tools.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { SearchField } from '../../ui/filter/search-field.tsx';
import { count } from '../../ui/format.ts';
import { Nothing } from '../../ui/nothing.tsx';
import { useOpen } from '../../ui/use-address.ts';
import { ExportTool } from '../../work/export-tool.tsx';
import { AuditDrawer } from './audit-drawer.tsx';
import { useConditions } from './conditions.tsx';
import { askedOf, everything, longest, narrows } from './filter.ts';
import { type AuditRow, useAuditPages, useAuditPlace } from './use-audit.ts';
import { useAuditColumns } from './use-audit-columns.tsx';
import '../../ui/drawer.css';
import './audit.css';

const keyOf = (row: AuditRow) => row.id;

/** Who did what to what, when, from where; the open row beside the list (`?open=<id>`). */
export const AuditPage = () => {
  const { t } = useTranslation('audit');
  const place = useAuditPlace();
  const { filter, change, choose } = place;
  const { id: openId, open } = useOpen();
  const pages = useAuditPages(filter);
  const look = useTableLook('audit', useAuditColumns());
  const conditions = useConditions(place);
  const { total = 0, more = false } = pages.page ?? {};
  const nothing = {
    none: t($ => $.none),
    noneHint: t($ => $.noneHint),
    empty: t($ => $.empty),
    emptyHint: t($ => $.emptyHint),
  };
  const clear = () => choose(everything);
  return (
    <div className={openId === null ? 'beside' : 'beside is-open'}>
      <section className="audit">
        <FilterBar
          search={
            <SearchField label={t($ => $.search)} chars={longest.q} value={filter.q} onChange={q => change('q', q)} />
          }
          conditions={conditions}
          onClear={narrows(filter) ? clear : null}
          tools={
            <>
              <TableTools look={look} />
              <ExportTool
                ask={total > 0 ? t($ => $.exportAsk, { n: count(total, more) }) : null}
                onStart={() => call(endpoints.audit.export, askedOf(filter, new Date()))}
              />
            </>
          }
        />
        <ListTable
          label={t($ => $.title)}
          look={look}
          pages={pages}
          keyOf={keyOf}
          empty={<Nothing words={nothing} onClear={narrows(filter) ? clear : null} />}
          failed={t($ => $.failed)}
          openKey={openId}
          onOpen={row => open(row.id)}
        />
      </section>
      {openId !== null && <AuditDrawer id={openId} onClose={() => open(null)} />}
    </div>
  );
};
