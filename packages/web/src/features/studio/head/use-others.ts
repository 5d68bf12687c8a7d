import { planEndpoints } from '@lianxian/contract';
import { useEffect, useState } from 'react';
import { call } from '../../../api/call.ts';
import { listenTo, useSocketState } from '../../../live/socket.ts';
import { useDraftStore } from '../draft/draft-store.ts';

/** One a page: two tabs of one person are two who may change the plan. */
const pageName = crypto.randomUUID();
/** More names are not read; who has it open beyond them is not lost, only not shown. */
const mostOthers = 20;

/**
 * Names of those who have the same plan open now. Every page says when it comes and goes; who hears of a new one says
 * that it is here as well. Another page of the same person counts: it can save, too.
 */
export const useOthers = (): readonly string[] => {
  const planId = useDraftStore().getState().planId;
  const [others, setOthers] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    const say = (gone: boolean) =>
      // Nobody waits for it; when it is lost the next save still finds out.
      void call(planEndpoints.here, { id: planId, page: pageName, gone: gone ? '1' : '0' }, { quiet: true }).catch(
        () => undefined,
      );
    const known = new Set<string>();
    const stopListening = listenTo(`plan:${planId}`, message => {
      if (message.type !== 'planHere' || message.page === pageName) return;
      const { page, who, gone } = message;
      if (!gone && !known.has(page) && known.size < mostOthers) {
        known.add(page);
        say(false);
      }
      if (gone) known.delete(page);
      setOthers(before => {
        const after = new Map(before);
        if (gone) after.delete(page);
        else if (after.size < mostOthers) after.set(page, who);
        return after;
      });
    });
    say(false);
    // The line was away: who came meanwhile did not hear of this page.
    const stopWatching = useSocketState.subscribe((now, before) => {
      if (now.state === 'open' && before.state !== 'open') say(false);
    });
    const leave = () => say(true);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      stopWatching();
      stopListening();
      say(true);
    };
  }, [planId]);
  return [...new Set(others.values())];
};
