import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallWords } from '../../../live/call-words.ts';
import type { Column } from '../../../ui/data-table/columns.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useTableLook } from '../../../ui/data-table/table-look.ts';
import { Since } from '../../../ui/since.tsx';
import { useCallActs } from '../../../work/talking/call-acts.tsx';
import { AtNode, LevelNow, SayBar, useSpeakerNames } from '../../../work/talking/say-bar.tsx';
import type { LiveCall } from './board.ts';

interface LiveTableProps {
  readonly calls: readonly LiveCall[];
  readonly words: CallWords;
  readonly empty: ReactNode;
}
const keyOf = (row: LiveCall) => row.id;

/** Calls that talk now. A row is drawn when it comes; then its words and its timer write themselves. */
export const LiveTable = ({ calls, words, empty }: LiveTableProps) => {
  const { t } = useTranslation('tasks');
  const { heard, toggle, buttons, question } = useCallActs();
  const names = useSpeakerNames();
  const columns = useMemo(
    (): readonly Column<LiveCall>[] => [
      {
        key: 'phone',
        title: t($ => $.board.phone),
        width: 124,
        priority: 0,
        cell: row => row.phone,
      },
      { key: 'name', title: t($ => $.board.name), width: 84, priority: 3, cell: row => row.name || '—' },
      {
        key: 'time',
        title: t($ => $.board.time),
        width: 64,
        priority: 1,
        align: 'right',
        cell: row => <Since at={row.answeredAt ?? row.placedAt} />,
      },
      {
        key: 'node',
        title: t($ => $.board.node),
        width: 108,
        priority: 2,
        cell: row => <AtNode words={words} call={row.id} />,
      },
      {
        key: 'saying',
        title: t($ => $.board.saying),
        width: 180,
        grows: true,
        priority: 0,
        cell: row => <SayBar words={words} call={row.id} names={names} />,
      },
      {
        key: 'level',
        title: t($ => $.board.level),
        width: 56,
        priority: 1,
        cell: row => <LevelNow words={words} call={row.id} />,
      },
      { key: 'actions', title: t($ => $.board.actions), width: 150, priority: 0, cell: buttons },
    ],
    [t, words, names, buttons],
  );
  const look = useTableLook('board', columns);
  return (
    <>
      <DataTable
        label={t($ => $.board.live)}
        look={look}
        rows={calls}
        keyOf={keyOf}
        openKey={heard}
        {...(toggle && { onOpen: toggle })}
        empty={empty}
      />
      {question}
    </>
  );
};
