import { endpoints } from '@lianxian/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { unlessRefused } from '../../api/wire.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { toast } from '../../ui/toast.ts';
import { useAddress } from '../../ui/use-address.ts';
import { useTaken } from './use-taken.ts';
import { useWaiting } from './use-waiting.ts';
import { beside, type Person, shownOf } from './waiting.ts';

/** What was done last, and how it is taken back. */
interface LastAct {
  readonly text: string;
  readonly undo: (() => Promise<void>) | null;
}

const without = (finished: ReadonlySet<string>, id: string) => new Set([...finished].filter(each => each !== id));

/** The list, whom one has before one, and the ways from one to the next. `?task=` narrows it, `?open=` outlives a reload. */
export const useDesk = () => {
  const { t } = useTranslation('followUp');
  const { query, put } = useAddress();
  const taskId = query.get('task');
  const waiting = useWaiting(taskId);
  const user = useCurrentUser();
  const looksOn = user !== null && user.previewUntil !== null;
  const { person, take } = useTaken(taskId, looksOn ? (waiting.people ?? []) : null);
  const [finished, setFinished] = useState<ReadonlySet<string>>(new Set());
  const [top, setTop] = useState<string | null>(null);
  const [last, setLast] = useState<LastAct | null>(null);
  /** Of whom the sound was asked for in the row, and how often. */
  const [wanted, setWanted] = useState({ id: '', times: 0 });
  const people = waiting.people ?? [];
  if (top === null && people[0]) setTop(people[0].cursor);
  const { rows, newer } = shownOf({ people, kept: person, finished, top: person === null ? null : top });

  const showNewer = () => setTop(null);
  const here = (now: Person | null | undefined) => {
    if (now !== undefined) put({ open: now?.callId ?? null }, true);
    return now;
  };
  const choose = async (id: string) => {
    if ((await take({ id }).then(here)) === null) {
      toast.info(t($ => $.gone));
      await waiting.readAnew();
    }
  };
  /** The next below whom nobody has; at the end from the top again, where the newest stand. */
  const next = async () => {
    const below = person ? await take({ after: person.cursor }) : null;
    if (below === undefined) return;
    here(below ?? (await take({})));
    if (below === null) showNewer();
  };
  const takeBack = async (id: string) => {
    if (!(await unlessRefused(call(endpoints.followUp.done, { id, done: '0' })))) return;
    setFinished(all => without(all, id));
    setLast(null);
    await choose(id);
  };
  const done = async () => {
    if (person === null) return void (await next());
    const { callId, phone } = person;
    if (!(await unlessRefused(call(endpoints.followUp.done, { id: callId, done: '1' })))) return;
    setFinished(all => new Set([...all, callId]));
    setLast({ text: t($ => $.done, { phone }), undo: () => takeBack(callId) });
    await next();
  };
  const start = useEffectEvent(async () => {
    if (person !== null) return;
    const open = query.get('open');
    const found = open === null ? null : await take({ id: open });
    here(found ?? (await take({})));
  });
  // Who looks on takes nobody: the list says who there is.
  const isReady = !looksOn || waiting.people !== undefined;
  useEffect(() => {
    if (isReady) void start();
  }, [isReady]);
  return {
    ...{ taskId, waiting, rows, newer, showNewer, person, choose, done, last, setLast },
    askedFor: (id: string) => (wanted.id === id ? wanted.times : 0),
    /** Whoever is chosen by the row's own button sounds at once. */
    playRow: (id: string) => {
      setWanted(before => ({ id, times: before.id === id ? before.times + 1 : 1 }));
      if (id !== person?.callId) void choose(id);
    },
    walk: (step: 1 | -1) => {
      const to = person && beside(rows, person.callId, step);
      if (to) void choose(to.callId);
      else if (step === 1) waiting.nextPage?.();
    },
    everyTask: () => put({ task: null }),
  };
};
export type Desk = ReturnType<typeof useDesk>;
