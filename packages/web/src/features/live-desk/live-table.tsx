import { Headphones, MessageSquareWarning, VolumeX } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallWords } from '../../live/call-words.ts';
import type { Column } from '../../ui/data-table/columns.ts';
import { Since } from '../../ui/since.tsx';
import { State } from '../../ui/state.tsx';
import { AtNode, LevelNow, SayBar, useSpeakerNames } from '../../work/talking/say-bar.tsx';
import type { LiveRow } from './standing.ts';

const icons = { person: Headphones, complaint: MessageSquareWarning, silent: VolumeX } as const;

/** Why somebody should look at the call. */
const Why = ({ row: { attention, quietSince } }: { row: LiveRow }) => {
  const { t } = useTranslation('live');
  if (attention === null) return <span className="ink3">—</span>;
  const Icon = icons[attention];
  return (
    <span className={`state is-pill ${attention === 'silent' ? 'is-warn' : 'is-bad'}`}>
      <Icon size={14} aria-hidden="true" /> {quietSince === null ? t($ => $[attention]) : <Since at={quietSince} />}
      {quietSince !== null && <span className="only-read"> {t($ => $.silent)}</span>}
    </span>
  );
};

/** The columns of the live calls. A row is drawn when it comes; then its words and its timer write themselves. */
export const useLiveColumns = (words: CallWords, buttons: (row: LiveRow) => ReactNode): readonly Column<LiveRow>[] => {
  const { t } = useTranslation('live');
  const names = useSpeakerNames();
  return useMemo(() => {
    const titled = { why: t($ => $.why), phone: t($ => $.phone), name: t($ => $.name), task: t($ => $.task) };
    const saying = (row: LiveRow) =>
      row.stage === 'talking' ? <SayBar words={words} call={row.id} names={names} /> : <State state={row.stage} />;
    return [
      { key: 'why', title: titled.why, width: 104, priority: 0, cell: row => <Why row={row} /> },
      { key: 'phone', title: titled.phone, width: 124, priority: 0, cell: row => row.phone },
      { key: 'name', title: titled.name, width: 84, priority: 5, cell: row => row.name || '—' },
      { key: 'task', title: titled.task, width: 132, priority: 4, cell: row => row.task?.name ?? row.planName },
      {
        key: 'time',
        title: t($ => $.time),
        width: 64,
        priority: 1,
        align: 'right',
        cell: row => <Since at={row.answeredAt ?? row.placedAt} />,
      },
      {
        key: 'node',
        title: t($ => $.node),
        width: 108,
        priority: 3,
        cell: row => <AtNode words={words} call={row.id} />,
      },
      { key: 'line', title: t($ => $.line), width: 108, priority: 6, cell: row => row.lineName },
      { key: 'saying', title: t($ => $.saying), width: 180, grows: true, priority: 0, cell: saying },
      {
        key: 'level',
        title: t($ => $.level),
        width: 56,
        priority: 2,
        cell: row => <LevelNow words={words} call={row.id} />,
      },
      { key: 'actions', title: t($ => $.actions), width: 124, priority: 0, silent: true, cell: buttons },
    ];
  }, [t, words, names, buttons]);
};
