import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useNow } from '../../line/use-now.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { ListTable } from '../../ui/data-table/list-table.tsx';
import { useTableLook } from '../../ui/data-table/table-look.ts';
import { useLocalPages } from '../../ui/data-table/use-local-pages.ts';
import { Empty } from '../../ui/panels.tsx';
import type { Line } from './draft.ts';
import { type LineActs, useLineColumns } from './use-line-columns.tsx';
import type { useLines } from './use-lines.ts';

interface LineListProps {
  readonly lines: ReturnType<typeof useLines>;
  /** What the name or the address holds. */
  readonly q: string;
  readonly openId: string | null;
  readonly acts: LineActs;
  readonly onClear: () => void;
}

/** Seconds since a check are told, but a table is not drawn anew each second. */
const stepMs = 10_000;
const keyOf = (line: Line) => line.id;

const fits = (line: Line, q: string): boolean =>
  q === '' || [line.name, line.address, line.callerNumber].some(text => text.toLowerCase().includes(q.toLowerCase()));

/** All lines, each with its state, its health in words and what may be done with it. */
export const LineList = ({ lines, q, openId, acts, onClear }: LineListProps) => {
  const { t } = useTranslation('lines');
  const mayCall = useCurrentUser()?.btns.includes('call_out') ?? false;
  const look = useTableLook('lines', useLineColumns(acts, mayCall, useNow(stepMs)));
  const all = lines.data?.list;
  const rows = all?.filter(line => fits(line, q));
  const pages = useLocalPages(rows, { error: lines.error, again: () => void lines.refetch() });
  const connect = (
    <Link className="button is-first" to="/platform/connect-line">
      {t($ => $.list.connect)}
    </Link>
  );
  return (
    <>
      {q === '' && all && all.length > 0 && all.every(line => line.practice) && (
        <Empty title={t($ => $.list.empty)} hint={t($ => $.list.emptyHint)}>
          {connect}
        </Empty>
      )}
      <ListTable
        label={t($ => $.tab.lines)}
        look={look}
        pages={pages}
        keyOf={keyOf}
        openKey={openId}
        onOpen={line => {
          if (!line.practice && !line.lent) acts.act('edit', line);
        }}
        failed={t($ => $.list.failed)}
        empty={
          q ? (
            <Empty title={t($ => $.list.none)} hint={t($ => $.list.noneHint)}>
              <Button onClick={onClear}>{t($ => $.list.clear)}</Button>
            </Empty>
          ) : (
            <Empty title={t($ => $.list.empty)} hint={t($ => $.list.emptyHint)}>
              {connect}
            </Empty>
          )
        }
      />
    </>
  );
};
