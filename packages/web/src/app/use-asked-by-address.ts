import { useEffect, useRef } from 'react';
import { useBlocker, useNavigate } from 'react-router';
import { isUnsaved, leave, type Unsaved } from '../ui/unsaved/unsaved.ts';

/** What stands open on a page stands in these parts of its address. */
const parts = ['open', 'panel', 'id', 'edit', 'call'] as const;

/**
 * Another row, the entry of the menu, the way back of the browser: the page stays and what stood open beside it goes by
 * its address. What was typed there is asked about first, whoever changes the address.
 */
export const useAskedByAddress = (): void => {
  const navigate = useNavigate();
  const adds = useRef(true);
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to, historyAction }) => {
    if (from.pathname !== to.pathname) return false;
    adds.current = historyAction === 'PUSH';
    const [before, after] = [new URLSearchParams(from.search), new URLSearchParams(to.search)];
    return parts.some(part => before.get(part) !== after.get(part)) && isUnsaved(standsOpenAt(from.pathname));
  });
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const { location } = blocker;
    // Saving may close what stands open, by an address of its own: one goes on from wherever one is then.
    blocker.reset();
    const replace = !adds.current;
    leave(standsOpenAt(location.pathname), () => void navigate(location, { replace, state: location.state }));
  }, [blocker, navigate]);
};

const standsOpenAt =
  (pane: string) =>
  (unsaved: Unsaved): boolean =>
    unsaved.pane === pane && unsaved.holder()?.matches('.drawer, .editor') === true;
