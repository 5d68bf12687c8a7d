import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { Paging, TableKeys } from '../../ui/data-table/paging.tsx';
import { useTableLook } from '../../ui/data-table/table-look.ts';
import { TableTools } from '../../ui/data-table/table-tools.tsx';
import { Empty } from '../../ui/panels.tsx';
import { AuditDrawer } from './audit-drawer.tsx';
import { ExportTool } from './export-tool.tsx';
import { askedOf, everything, narrows } from './filter.ts';
import { FilterBar } from './filter-bar.tsx';
import { type AuditRow, useAuditPages, useAuditPlace } from './use-audit.ts';
import { useAuditColumns } from './use-audit-columns.tsx';
import '../../ui/drawer.css';
import './audit.css';

const keyOf = (row: AuditRow) => row.id;

const NothingHere = ({ narrowed, onClear }: { narrowed: boolean; onClear: () => void }) => {
  const { t } = useTranslation('audit');
  if (!narrowed) return <Empty title={t($ => $.empty)} hint={t($ => $.emptyHint)} />;
  return (
    <Empty title={t($ => $.none)} hint={t($ => $.noneHint)}>
      <button type="button" className="button" onClick={onClear}>
        {t($ => $.clear)}
      </button>
    </Empty>
  );
};

/** Who did what to what, when, from where; the open row beside the list (`?open=<id>`). */
export const AuditPage = () => {
  const { t } = useTranslation('audit');
  const place = useAuditPlace();
  const { filter, openId, open, choose } = place;
  const pages = useAuditPages(filter);
  const look = useTableLook('audit', useAuditColumns());
  const { total = 0, more = false } = pages.page ?? {};
  return (
    <div className={openId === null ? 'beside' : 'beside is-open'}>
      <section className="audit">
        <FilterBar
          place={place}
          tools={
            <>
              <TableTools look={look} />
              <ExportTool asked={() => askedOf(filter, new Date())} total={total} more={more} />
            </>
          }
        />
        <DataTable
          label={t($ => $.title)}
          look={look}
          rows={pages.page?.list}
          keyOf={keyOf}
          busy={pages.turning}
          empty={<NothingHere narrowed={narrows(filter)} onClear={() => choose(everything)} />}
          failed={pages.failed ? { title: t($ => $.failed), onAgain: pages.again } : undefined}
          openKey={openId}
          onOpen={row => open(row.id)}
        />
        <Paging pages={pages} keys={<TableKeys chooses={false} />} />
      </section>
      {openId !== null && <AuditDrawer id={openId} onClose={() => open(null)} />}
    </div>
  );
};
