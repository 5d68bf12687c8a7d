import type { StatWay } from '@lianxian/contract';
import { useCallback } from 'react';
import { useCurrentUser } from '../../session/current-user.ts';
import { callLogHref, isOpenWay } from './way.ts';

/** The way down to the calls, for who may read them, and narrow the log by what the way says. */
export const useWayDown = () => {
  const user = useCurrentUser();
  const reads = user?.rights.includes('callLog') ?? false;
  const narrows = user?.btns.includes('search_more') ?? false;
  return useCallback(
    (way: StatWay | null | undefined, piece: Readonly<Record<string, string>> | null = {}): string | null => {
      if (!way || !reads || piece === null) return null;
      return isOpenWay(way) || narrows ? callLogHref(way, piece) : null;
    },
    [reads, narrows],
  );
};
