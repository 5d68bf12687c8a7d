import { endpoints } from '@lianxian/contract';
import { useMutation } from '@tanstack/react-query';
import { Headphones, PhoneOff, Square } from 'lucide-react';
import { type ReactNode, startTransition, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import type { CallWords } from '../../../live/call-words.ts';
import { useListening } from '../../../live/listening.ts';
import { useCurrentUser } from '../../../session/current-user.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import type { Column } from '../../../ui/data-table/columns.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useTableLook } from '../../../ui/data-table/table-look.ts';
import { Since } from '../../../ui/since.tsx';
import type { LiveCall } from './board.ts';
import { AtNode, LevelNow, SayBar } from './say-bar.tsx';

interface LiveTableProps {
  readonly calls: readonly LiveCall[];
  readonly words: CallWords;
  readonly empty: ReactNode;
}
const keyOf = (row: LiveCall) => row.id;

/** Calls that talk now. A row is drawn when it comes; then its words and its timer write themselves. */
export const LiveTable = ({ calls, words, empty }: LiveTableProps) => {
  const { t } = useTranslation('tasks');
  const user = useCurrentUser();
  const [leaving, setLeaving] = useState<LiveCall | null>(null);
  const { callId, listen, stop } = useListening();
  const hangUp = useMutation({
    mutationFn: (id: string) => call(endpoints.call.hangUp, { id }),
    onSettled: () => setLeaving(null),
  });
  const mayListen = user?.btns.includes('seat:monitor') ?? false;
  const mayHangUp = user?.btns.includes('call_out') ?? false;
  const toggle = (row: LiveCall) => (callId === row.id ? stop() : listen(row.id));
  const names = useMemo(() => ({ robot: t($ => $.board.robot), callee: t($ => $.board.callee) }), [t]);
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
      {
        key: 'actions',
        title: t($ => $.board.actions),
        width: 150,
        priority: 0,
        cell: row => (
          <span className="board-acts flex gap-4">
            {mayListen && (
              <button
                className="row-in gap-6"
                type="button"
                aria-pressed={callId === row.id}
                aria-label={t($ => $.board.listenTo, { phone: row.phone })}
                onClick={() => (callId === row.id ? stop() : listen(row.id))}
              >
                {callId === row.id ? (
                  <Square size={14} aria-hidden="true" />
                ) : (
                  <Headphones size={14} aria-hidden="true" />
                )}
                {callId === row.id ? t($ => $.board.stopListening) : t($ => $.board.listen)}
              </button>
            )}
            {mayHangUp && (
              <button
                type="button"
                className="is-danger row-in gap-6"
                title={t($ => $.board.hangUp)}
                aria-label={t($ => $.board.hangUpOf, { phone: row.phone })}
                // The click is answered first: a modal dialog makes all of the page inert, which of 300 rows takes a moment.
                onClick={() => startTransition(() => setLeaving(row))}
              >
                <PhoneOff size={14} aria-hidden="true" />
              </button>
            )}
          </span>
        ),
      },
    ],
    [t, words, names, callId, listen, stop, mayListen, mayHangUp],
  );
  const look = useTableLook('board', columns);
  return (
    <>
      <DataTable
        label={t($ => $.board.live)}
        look={look}
        rows={calls}
        keyOf={keyOf}
        openKey={callId}
        {...(mayListen && { onOpen: toggle })}
        empty={empty}
      />
      {leaving && (
        <Confirm
          title={t($ => $.ask.hangUp, { phone: leaving.phone })}
          text={t($ => $.ask.hangUpText)}
          okText={t($ => $.board.hangUp)}
          cancelText={t($ => $.cancel)}
          busy={hangUp.isPending}
          onOk={() => hangUp.mutate(leaving.id)}
          onCancel={() => setLeaving(null)}
        />
      )}
    </>
  );
};
