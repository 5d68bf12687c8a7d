import { endpoints, type OutputOf } from '@lianxian/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import type { Column } from '../../../ui/data-table/columns.ts';
import { ListTable } from '../../../ui/data-table/list-table.tsx';
import { useTableLook } from '../../../ui/data-table/table-look.ts';
import { TableTools } from '../../../ui/data-table/table-tools.tsx';
import { usePages } from '../../../ui/data-table/use-pages.ts';
import { figureColumn } from '../../../ui/data-table/usual-columns.tsx';
import { FilterBar } from '../../../ui/filter/filter-bar.tsx';
import { Empty } from '../../../ui/panels.tsx';
import type { SmsPlace } from '../place.ts';
import { keys, useWhen } from '../use-sms.ts';

const { sms } = endpoints;
type LinkRow = OutputOf<typeof sms.links>['list'][number];
const keyOf = (row: LinkRow) => row.templateId;

const rate = ({ sent, opened }: LinkRow): string => (sent === 0 ? '—' : `${Math.round((opened / sent) * 1_000) / 10}%`);

const useColumns = (): readonly Column<LinkRow>[] => {
  const { t } = useTranslation('sms');
  const shown = useWhen();
  return useMemo(() => {
    const title = t($ => $.links.column, { returnObjects: true });
    return [
      {
        ...{ key: 'template', title: title.template, width: 160, grows: true, priority: 0 },
        cell: row => <strong className="phone">{row.template}</strong>,
      },
      {
        ...{ key: 'link', title: title.link, width: 240, grows: true, priority: 1 },
        cell: row => <span className="ink2">{row.link}</span>,
      },
      figureColumn<LinkRow>('sent', title.sent, { width: 80, priority: 1, of: row => row.sent }),
      figureColumn<LinkRow>('opened', title.opened, { width: 96, priority: 0, of: row => row.opened }),
      figureColumn<LinkRow>('rate', title.rate, { width: 84, priority: 0, of: rate }),
      figureColumn<LinkRow>('clicks', title.clicks, { width: 72, priority: 2, of: row => row.clicks }),
      {
        ...{ key: 'last', title: title.last, width: 128, priority: 3 },
        cell: row => <span className="key">{row.lastAt === null ? t($ => $.links.never) : shown(row.lastAt)}</span>,
      },
    ];
  }, [t, shown]);
};

/** Short links by template: to how many, and who opened them; a row leads to those people. */
export const LinksTab = ({ place }: { place: SmsPlace }) => {
  const { t } = useTranslation('sms');
  const { show } = place;
  const pages = usePages([keys.links], ({ after, limit }, signal) =>
    call(sms.links, { limit, ...(after && { after }) }, { signal, quiet: true }),
  );
  const look = useTableLook('smsLinks', useColumns());
  return (
    <section className="sms-list stack fill lean">
      <FilterBar tools={<TableTools look={look} />} search={<span className="hint">{t($ => $.links.who)}</span>} />
      <ListTable
        label={t($ => $.tab.links)}
        look={look}
        pages={pages}
        keyOf={keyOf}
        onOpen={row => show('log', { template: row.templateId, clicked: '1' })}
        failed={t($ => $.links.failed)}
        empty={
          <Empty scoped title={t($ => $.links.empty)} hint={t($ => $.links.emptyHint)}>
            <button type="button" className="button" onClick={() => show('templates')}>
              {t($ => $.log.toTemplates)}
            </button>
          </Empty>
        }
      />
    </section>
  );
};
