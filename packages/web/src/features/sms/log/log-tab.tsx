import { endpoints } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useCurrentUser } from '../../../session/current-user.ts';
import { ListTable } from '../../../ui/data-table/list-table.tsx';
import { useTableLook } from '../../../ui/data-table/table-look.ts';
import { TableTools } from '../../../ui/data-table/table-tools.tsx';
import { FilterBar } from '../../../ui/filter/filter-bar.tsx';
import { SearchField } from '../../../ui/filter/search-field.tsx';
import { count } from '../../../ui/format.ts';
import { Nothing } from '../../../ui/nothing.tsx';
import { ExportTool } from '../../../work/export-tool.tsx';
import type { SmsPlace } from '../place.ts';
import { useReadAgain } from '../use-read-again.ts';
import type { Message } from '../use-sms.ts';
import { useConditions } from './conditions.tsx';
import { askedOf, narrows, phoneChars } from './filter.ts';
import { MessageDrawer } from './message-drawer.tsx';
import { isMoving, useFilter, useMessagePages } from './use-log.ts';
import { useMessageColumns } from './use-message-columns.tsx';

const keyOf = (row: Message) => row.id;

/** What was sent, newest first, with what became of it; one of them open beside (`?open=`). */
export const LogTab = ({ place }: { place: SmsPlace }) => {
  const { t } = useTranslation('sms');
  const { open, put, show } = place;
  const control = useFilter(place);
  const { filter, change, clear } = control;
  const pages = useMessagePages(filter);
  useReadAgain(pages.again, isMoving(pages.page?.list));
  const look = useTableLook('smsMessages', useMessageColumns());
  const conditions = useConditions(control);
  const btns = useCurrentUser()?.btns ?? [];
  const { total = 0, more = false } = pages.page ?? {};
  const isNarrowed = narrows(filter);
  const words = t($ => $.log, { returnObjects: true });
  return (
    <>
      <section className="sms-list stack fill lean">
        <FilterBar
          search={
            <SearchField
              label={btns.includes('phone:unmask') ? words.search : words.searchWhole}
              chars={phoneChars}
              inputMode="tel"
              value={filter.phone}
              onChange={phone => change('phone', phone)}
            />
          }
          conditions={conditions}
          onClear={isNarrowed ? clear : null}
          tools={
            <>
              <TableTools look={look} />
              {btns.includes('callLog:export') && (
                <ExportTool
                  ask={total > 0 ? t($ => $.log.exportAsk, { n: count(total, more) }) : null}
                  onStart={() => call(endpoints.sms.export, askedOf(filter, new Date()))}
                />
              )}
            </>
          }
        />
        <ListTable
          label={t($ => $.tab.log)}
          look={look}
          pages={pages}
          keyOf={keyOf}
          openKey={open}
          onOpen={row => put({ open: row.id }, open !== null)}
          failed={words.failed}
          empty={
            <Nothing words={words} onClear={isNarrowed ? clear : null} scoped>
              <button type="button" className="button" onClick={() => show('templates')}>
                {words.toTemplates}
              </button>
            </Nothing>
          }
        />
      </section>
      {open !== null && <MessageDrawer id={open} onClose={() => put({ open: null })} />}
    </>
  );
};
