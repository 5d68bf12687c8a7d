import type { InputOf, OutputOf, whatIfEndpoints } from '@lianxian/contract';
import type { WhatIf } from '@lianxian/core';
import { yuanText } from '@lianxian/core/kit';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { portsNow } from '../pacing/index.ts';
import { findListAhead, type ListRead, type TaskKey } from '../task-board/index.ts';
import { taskExists } from '../tasks/index.ts';
import { listOfDay } from './day.policy.ts';
import { boundsOf, findDay, firstCalledSince, redialledOn } from './day.store.ts';
import { callsIn, numbersIn, seedOf, whatIfProgram, workOf } from './reading.ts';
import { wishedPorts, withSettings } from './settings.ts';
import { freshByProvince, habitsOfDay } from './what-if.store.ts';
import type { WhatIfWork } from './what-if.thread.ts';
import { toldView } from './what-if.view.ts';

/** A day that was, told with the settings of now and with others, beside what really happened (docs/tasks.md#what-if). */
type Day = OutputOf<typeof whatIfEndpoints.day>;

/** Nobody else's calls of that day are known, nor who was being called in the minute before. */
const alone = (list: ListRead): ListRead => ({ ...list, others: [], called: [] });

export const lookAtDay = async (
  db: UnscopedDb,
  input: InputOf<typeof whatIfEndpoints.day>,
  context: SignedInContext,
): Promise<Day> => {
  const { taskId, day, ...settings } = input;
  const key: TaskKey = { merchantId: context.session.merchantId, taskId };
  if (!(await taskExists(context.db, taskId))) throw refuse('notFound', { what: 'task' });
  const list = await findListAhead(db, key);
  if (list === null) throw refuse('notFound', { what: 'task' });
  const { zone } = list.task;
  const bounds = await boundsOf(db, day, zone);
  const happened = await findDay(db, key, bounds);
  if (happened === null) throw refuse('whatIfNoCalls', { day });
  const [ports, wished, fresh, first, redials, seen] = await Promise.all([
    portsNow(db, key),
    wishedPorts(db, key.merchantId, settings),
    freshByProvince(db, key),
    firstCalledSince(db, key, bounds),
    redialledOn(db, key, bounds),
    habitsOfDay(db, key, { ...bounds, zone }),
  ]);
  const own = workOf(alone(list), ports, fresh);
  const other = workOf(withSettings(alone(list), settings), wished ?? ports, fresh);
  const isChanged = Object.values(settings).some(value => value !== undefined);
  const lists = (isChanged ? [own, other] : [own]).map(each => ({
    ...each,
    list: listOfDay(each.list, { first, redials }),
  }));
  const work: WhatIfWork = { zone, at: happened.at.toISOString(), seen, seed: seedOf(taskId), lists };
  const [asItIs, changed] = await context.bench.run<readonly WhatIf[]>(whatIfProgram, work);
  const view = (told: WhatIf) => toldView(told, happened.at, context.locale);
  return {
    at: work.at,
    numbers: numbersIn(lists[0]!),
    seen: { calls: callsIn(seen), of: 'task' },
    asItIs: view(asItIs!),
    changed: changed === undefined ? null : view(changed),
    happened: {
      calls: happened.calls,
      answered: happened.answered,
      cost: yuanText(Math.round(Number(happened.cost) * 10_000)),
      end: happened.end.toISOString(),
    },
  };
};
