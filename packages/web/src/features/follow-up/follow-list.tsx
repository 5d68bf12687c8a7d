import { endpoints } from '@lianxian/contract';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { unlessRefused } from '../../api/wire.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { count } from '../../ui/format.ts';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { toast } from '../../ui/toast.ts';
import { type PersonAct, PersonRow } from './person-row.tsx';
import type { Desk } from './use-desk.ts';
import type { Person } from './waiting.ts';

const rowHeight = 76;

/** What is done with a person in the row: heard, copied, never called again. Whole numbers only are copied and kept. */
const useActs = ({ playRow, setLast }: Desk) => {
  const { t } = useTranslation('followUp');
  const btns = useCurrentUser()?.btns ?? [];
  const sees = btns.includes('phone:unmask');
  const acts: readonly PersonAct[] = [
    'play',
    ...(sees ? (['copy'] as const) : []),
    ...(sees && btns.includes('task:control') ? (['blacklist'] as const) : []),
  ];
  const copy = async (phone: string) => {
    try {
      await navigator.clipboard.writeText(phone);
      toast.ok(t($ => $.copied, { phone }));
    } catch {
      toast.bad(t($ => $.copyFailed));
    }
  };
  const blacklist = async (phone: string) => {
    const answer = await unlessRefused(call(endpoints.blacklist.add, { phones: phone }));
    if (!answer) return;
    const undo = async () => {
      if (await unlessRefused(call(endpoints.blacklist.remove, { phoneKey: phone }))) setLast(null);
    };
    const isNew = answer.added > 0;
    setLast({ text: t($ => (isNew ? $.blacklisted : $.wasBlacklisted), { phone }), undo: isNew ? undo : null });
  };
  const onAct = (act: PersonAct, { callId, phone }: Person) => {
    if (act === 'play') playRow(callId);
    else void (act === 'copy' ? copy(phone) : blacklist(phone));
  };
  return { acts, onAct };
};

/** What was done last, with the way back. */
const Last = ({ last }: { last: Desk['last'] }) => {
  const { t } = useTranslation('followUp');
  return (
    <p className="follow-up-last row gap-6 fixed hint" role="status">
      {last && (
        <>
          <span className="cut">{last.text}</span>
          {last.undo && (
            <button type="button" className="link" onClick={() => void last.undo?.()}>
              {t($ => $.undo)}
            </button>
          )}
        </>
      )}
    </p>
  );
};

/** Who waits, the latest call first; who comes meanwhile is told above and moves no row. */
export const FollowList = ({ desk }: { desk: Desk }) => {
  const { t } = useTranslation('followUp');
  const { waiting, rows, newer, person, choose } = desk;
  const { acts, onAct } = useActs(desk);
  const list = useRef<HTMLOListElement>(null);
  const here = person?.callId ?? '';
  useEffect(() => {
    list.current?.querySelector(`[data-person="${CSS.escape(here)}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [here]);
  return (
    <section className="follow-up-list stack low" aria-label={t($ => $.list)}>
      {newer > 0 && (
        <p className="follow-up-newer row gap-8 fixed" role="status">
          {t($ => $.newer, { n: count(newer) })}
          <button type="button" className="link" onClick={desk.showNewer}>
            {t($ => $.showNewer)}
          </button>
        </p>
      )}
      {waiting.failed && <ErrorPanel title={t($ => $.failed)} error={waiting.error} onAgain={waiting.again} />}
      {!waiting.failed && waiting.people === undefined && <Skeleton rows={7} height={rowHeight} />}
      <ol ref={list}>
        {rows.map(each => (
          <PersonRow
            key={each.callId}
            person={each}
            isHere={each.callId === here}
            acts={acts}
            onChoose={id => void choose(id)}
            onAct={onAct}
          />
        ))}
        {waiting.nextPage && (
          <li className="follow-up-more">
            <button type="button" className="link" onClick={waiting.nextPage}>
              {t($ => $.nextPage)}
            </button>
          </li>
        )}
      </ol>
      <Last last={desk.last} />
    </section>
  );
};
