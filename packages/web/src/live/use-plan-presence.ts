import { endpoints } from '@lianxian/contract';
import { useEffect, useState } from 'react';
import { call } from '../api/call.ts';
import { listenTo, useLine } from './socket.ts';

/** A page says that it is here so often; one that was not heard of for twice as long is gone. */
const tellEveryMs = 20_000;
const goneAfterMs = 45_000;
/** Whom one page remembers; more people than that do not edit one plan. */
const mostPages = 50;

interface Guest {
  readonly who: string;
  readonly employeeId: string;
  readonly at: number;
}

/** Each person once; one's own other pages are nobody else. */
const namesOf = (guests: ReadonlyMap<string, Guest>, me: string): readonly string[] => {
  const others = [...guests.values()].filter(({ employeeId }) => employeeId !== me);
  return [...new Map(others.map(({ employeeId, who }) => [employeeId, who])).values()];
};

/**
 * Who else has a plan open, by name. Nothing is kept on the server: each page says that it is here when it opens, when it
 * hears of one it did not know, and now and then; and that it goes.
 */
export const usePlanPresence = (planId: string): readonly string[] => {
  const [names, setNames] = useState<readonly string[]>([]);
  const open = useLine(line => line.state === 'open');
  useEffect(() => {
    if (!open) return;
    const page = crypto.randomUUID();
    const guests = new Map<string, Guest>();
    // A page hears itself too, and so learns whose it is.
    let me = '';
    const tell = (gone: boolean) => {
      call(endpoints.plan.here, { id: planId, page, gone: gone ? '1' : '0' }, { quiet: true }).catch(() => undefined);
    };
    const show = () => {
      const next = namesOf(guests, me);
      setNames(now => (now.join('\n') === next.join('\n') ? now : next));
    };
    const stop = listenTo(`plan:${planId}`, message => {
      if (message.type !== 'planHere') return;
      if (message.page === page) me = message.employeeId;
      const isNew = !guests.has(message.page);
      if (message.page === page) return show();
      if (message.gone) guests.delete(message.page);
      else if (!isNew || guests.size < mostPages) {
        guests.set(message.page, { who: message.who, employeeId: message.employeeId, at: Date.now() });
        if (isNew) tell(false);
      }
      show();
    });
    const timer = setInterval(() => {
      for (const [other, { at }] of guests) if (Date.now() - at > goneAfterMs) guests.delete(other);
      show();
      tell(false);
    }, tellEveryMs);
    tell(false);
    return () => {
      stop();
      clearInterval(timer);
      tell(true);
      setNames([]);
    };
  }, [planId, open]);
  return names;
};
