import type { ListAhead } from '@lianxian/core';

type List = Omit<ListAhead, 'local' | 'openings'>;

/**
 * The list as it stands so many minutes from now where nobody is called before: what is due by then is due, and which lines
 * are down now says nothing of that hour.
 */
export const listLater = (list: List, minutes: number): List =>
  minutes === 0
    ? list
    : {
        ...list,
        lines: list.lines.map(line => ({ ...line, isDown: false })),
        waiting: list.waiting.map(some => ({ ...some, inMinutes: Math.max(0, some.inMinutes - minutes) })),
      };
