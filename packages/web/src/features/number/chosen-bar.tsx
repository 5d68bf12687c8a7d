import { endpoints } from '@lianxian/contract';
import {
  CheckCheck,
  Ellipsis,
  ListPlus,
  type LucideIcon,
  MessageSquareText,
  PhoneOutgoing,
  Tag,
  Tags,
  UserRoundPlus,
} from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../api/call.ts';
import { useCallCustomer } from '../../customer/call-customer.tsx';
import { useCallsOut } from '../../softphone/call-out-button.tsx';
import { SelectionBar } from '../../ui/data-table/selection-bar.tsx';
import type { ChosenRows } from '../../ui/data-table/use-chosen.ts';
import { count } from '../../ui/format.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import { ExportTool } from '../../work/export-tool.tsx';
import { type Act, type AskedAct, acts, seldom, useMayAct } from './act-kinds.ts';
import type { CustomerQuery } from './filter.ts';
import type { CustomerRow } from './use-number.ts';

const ActDialog = lazy(() => import('./act-dialog.tsx').then(file => ({ default: file.ActDialog })));

const icons: Readonly<Partial<Record<Act, LucideIcon>>> = {
  assign: UserRoundPlus,
  type: Tag,
  tag: Tags,
  toTask: ListPlus,
  sms: MessageSquareText,
};

interface ChosenBarProps {
  readonly chosen: ChosenRows<CustomerRow>;
  /** How many match. */
  readonly total: number;
  readonly more: boolean;
  readonly asked: () => CustomerQuery;
}

/** What is done to chosen customers, or to all that the filter finds. */
export const ChosenBar = ({ chosen, total, more, asked }: ChosenBarProps) => {
  const { t } = useTranslation('number');
  const may = useMayAct();
  const callsOut = useCallsOut();
  const callIt = useCallCustomer();
  const go = useNavigate();
  const [acting, setActing] = useState<AskedAct | null>(null);
  const { rows, all } = chosen;
  const n = all ? total : rows.length;
  const said = count(n, all && more);
  const onClear = () => chosen.choose(new Set());
  const query = (): CustomerQuery => (all ? asked() : { ...asked(), ids: rows.map(row => row.id) });
  const [first] = rows;
  // What is written, and what it costs, is chosen where messages to many are.
  const writeTo = () =>
    void go('/message-tem?tab=many&open=new', { state: { customers: { query: query(), n: said } } });
  const offered = acts.filter(act => may[act]);
  return (
    <>
      <SelectionBar chosen={n} more={all && more} onClear={onClear}>
        {chosen.pageFull && total > rows.length && (
          <button type="button" onClick={chosen.chooseAll}>
            <CheckCheck size={14} aria-hidden="true" /> {t($ => $.chooseAll, { n: count(total, more) })}
          </button>
        )}
        {callsOut && !all && rows.length === 1 && first && (
          <button type="button" onClick={() => void callIt(first)}>
            <PhoneOutgoing size={14} aria-hidden="true" /> {t($ => $.acts.call)}
          </button>
        )}
        {offered
          .filter(act => !seldom.some(one => one === act))
          .map(act => {
            const Icon = icons[act];
            return (
              <button key={act} type="button" onClick={() => (act === 'sms' ? writeTo() : setActing(act))}>
                {Icon && <Icon size={14} aria-hidden="true" />} {t($ => $.acts[act])}
              </button>
            );
          })}
        {may.export && (
          <ExportTool
            name={t($ => $.export.chosen)}
            ask={t($ => $.export.askChosen, { n: said })}
            onStart={() => call(endpoints.customerActs.export, query())}
          />
        )}
        <MenuButton
          label={<Ellipsis size={15} aria-hidden="true" />}
          className="icon-button"
          name={t($ => $.acts.more)}
          parts={[
            {
              key: 'acts',
              entries: seldom
                .filter(act => may[act])
                .map(act => ({
                  key: act,
                  label: t($ => $.acts[act]),
                  danger: act === 'remove',
                  onChoose: () => setActing(act),
                })),
            },
          ]}
        />
      </SelectionBar>
      {acting && (
        <Suspense>
          <ActDialog
            act={acting}
            query={query()}
            rows={all ? [] : rows}
            n={said}
            onDone={() => {
              setActing(null);
              onClear();
            }}
            onClose={() => setActing(null)}
          />
        </Suspense>
      )}
    </>
  );
};
