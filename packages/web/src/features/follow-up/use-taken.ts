import { type CallOf, endpoints } from '@lianxian/contract';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Outage, Refusal, unlessRefused } from '../../api/wire.ts';
import { listenTo } from '../../live/socket.ts';
import { toast } from '../../ui/toast.ts';
import type { Person } from './waiting.ts';

/** The server lets go after three minutes; whoever works here renews it well before, whoever went to lunch does not. */
const renewEveryMs = 60_000;
const idleAfterMs = 150_000;

type Which = Omit<CallOf<typeof endpoints.followUp.take>, 'taskId' | 'window'>;

/** Keeps whom one has while one works on the page, and lets go with it; `lose` is told whom somebody else has meanwhile. */
const useHold = (
  { held, window: own }: { readonly held: string | null; readonly window: string },
  isOn: boolean,
  lose: (id: string, because: string | null) => void,
) => {
  const hold = useEffectEvent(async () => {
    if (held === null) return;
    try {
      const { person } = await call(endpoints.followUp.take, { id: held, window: own }, { quiet: true });
      if (person === null) lose(held, null);
    } catch (error) {
      if (error instanceof Refusal) lose(held, error.message);
      else if (!(error instanceof Outage)) throw error;
    }
  });
  useEffect(() => {
    if (!isOn) return;
    let usedAt = Date.now();
    const used = () => {
      usedAt = Date.now();
    };
    const leave = () => void unlessRefused(call(endpoints.followUp.leave, { window: own }, { quiet: true }));
    // Of a pane that is shown again.
    void hold();
    const timer = setInterval(() => {
      if (Date.now() - usedAt < idleAfterMs) void hold();
    }, renewEveryMs);
    const signs = ['keydown', 'pointerdown', 'pointermove'] as const;
    for (const sign of signs) window.addEventListener(sign, used);
    window.addEventListener('pagehide', leave);
    return () => {
      clearInterval(timer);
      for (const sign of signs) window.removeEventListener(sign, used);
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [isOn, own]);
};

const windowKey = 'lx.desk';
/** Of this tab, over a reload too: whom it had it has again. */
const ownWindow = (): string => {
  const own = sessionStorage.getItem(windowKey) ?? crypto.randomUUID();
  sessionStorage.setItem(windowKey, own);
  return own;
};

const lookedAt = (people: readonly Person[], { id, after }: Which): Person | null => {
  if (id !== undefined) return people.find(({ callId }) => callId === id) ?? null;
  return people[people.findIndex(({ cursor }) => cursor === after) + 1] ?? null;
};

/**
 * Whom one follows up just now: taken, so that nobody else gets the same. `take` answers who it is now, null where nobody
 * is left, undefined where it was refused. Who only looks on, in a preview, is shown `looksOn`'s people and takes nobody.
 */
export const useTaken = (taskId: string | null, looksOn: readonly Person[] | null) => {
  const { t } = useTranslation('followUp');
  const [person, setPerson] = useState<Person | null>(null);
  const turn = useRef(0);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  // Each window has its own: closing one lets go of nobody in another.
  const [window] = useState(ownWindow);
  useHold({ held: person?.callId ?? null, window }, looksOn === null, (id, because) => {
    // It goes at once: two who call the same person is what the desk is there to prevent.
    setPerson(now => (now?.callId === id ? null : now));
    if (because === null) toast.info(t($ => $.gone));
    else toast.bad(because);
  });
  // Its level is corrected while one has it before one: the row beside says so too, though it waits no longer.
  useEffect(
    () =>
      listenTo('calls', message => {
        if (message.type !== 'callFiled' || !message.level) return;
        const { id, level } = message;
        setPerson(now => (now?.callId === id ? { ...now, level, corrected: true } : now));
      }),
    [],
  );
  const take = useCallback(
    (which: Which): Promise<Person | null | undefined> => {
      turn.current += 1;
      const mine = turn.current;
      const ask = async () => {
        // Of several that are asked for in a row the last counts.
        if (mine !== turn.current) return undefined;
        const asked = { ...which, window, ...(taskId !== null && which.id === undefined && { taskId }) };
        const answer = await unlessRefused(call(endpoints.followUp.take, asked));
        if (answer === undefined) return undefined;
        if (answer.person !== null || which.id === undefined) setPerson(answer.person);
        return answer.person;
      };
      const taken = last.current.then(ask);
      last.current = taken.catch(() => undefined);
      return taken;
    },
    [taskId, window],
  );
  const look = async (which: Which): Promise<Person | null> => {
    const found = lookedAt(looksOn ?? [], which);
    setPerson(found);
    return found;
  };
  return { person, take: looksOn === null ? take : look };
};
