/** The thread in which the days of a list are gone through, many ways of each: some hundred ms of work for any list. */

import type { CallsSeen, RulesInForce } from '@lianxian/core';
import { habitsOf, type ListAhead, openingsOf, type WhatIf, whatIf } from '@lianxian/core';
import { serveBench } from '../../platform/bench-thread.ts';
import { momentIn } from '../../platform/local-time.ts';

/** A list and the rules it is called by, as plain data. */
export interface WhatIfList {
  readonly rules: RulesInForce;
  readonly list: Omit<ListAhead, 'local' | 'openings'>;
}
export interface WhatIfWork {
  readonly zone: string;
  /** From when on; ISO. */
  readonly at: string;
  readonly seen: readonly CallsSeen[];
  /** The same chance for all of them: what differs is what was changed. */
  readonly seed: number;
  readonly lists: readonly WhatIfList[];
}

serveBench<WhatIfWork>(({ zone, at, seen, seed, lists }): readonly WhatIf[] => {
  const moment = momentIn(zone, new Date(at));
  const habits = habitsOf(seen);
  return lists.map(({ rules, list }) =>
    whatIf({ ...list, local: moment.local, openings: openingsOf(rules, moment) }, habits, seed),
  );
});
