import type { InputOf, OutputOf, whatIfEndpoints } from '@lianxian/contract';
import { readYuan, type WhatIf } from '@lianxian/core';
import { yuanText } from '@lianxian/core/kit';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { moneyOfTask } from '../billing/index.ts';
import type { TaskKey } from '../task-board/index.ts';
import { taskExists } from '../tasks/index.ts';
import { endedOf, lastForetold } from './foretold.store.ts';
import { listLater } from './later.policy.ts';
import { callsIn, numbersIn, readAhead, seedOf, whatIfProgram, workOf } from './reading.ts';
import { wishedPorts, withSettings } from './settings.ts';
import { instantIn } from './what-if.store.ts';
import type { WhatIfWork } from './what-if.thread.ts';
import { toldView } from './what-if.view.ts';

/** What would come of a list, as it is set and with other settings (docs/tasks.md#what-if). */
type Input = InputOf<typeof whatIfEndpoints.look>;

const MINUTE_MS = 60_000;

export const lookAhead = async (
  db: UnscopedDb,
  input: Input,
  context: SignedInContext,
): Promise<OutputOf<typeof whatIfEndpoints.look>> => {
  const { taskId, from, ...settings } = input;
  const key: TaskKey = { merchantId: context.session.merchantId, taskId };
  if (!(await taskExists(context.db, taskId))) throw refuse('notFound', { what: 'task' });
  const [read, wished] = await Promise.all([readAhead(db, key), wishedPorts(db, key.merchantId, settings)]);
  if (read === null) throw refuse('notFound', { what: 'task' });
  const { list, ports, fresh, seen, of } = read;
  const wishedAt = from === undefined ? context.at : await instantIn(db, list.task.zone, from);
  const at = new Date(Math.max(wishedAt.getTime(), context.at.getTime()));
  const minutes = Math.floor((at.getTime() - context.at.getTime()) / MINUTE_MS);
  const isChanged = Object.values(settings).some(value => value !== undefined);
  const own = workOf(list, ports, fresh);
  const work: WhatIfWork = {
    zone: list.task.zone,
    at: at.toISOString(),
    seen,
    seed: seedOf(taskId),
    lists: [own, ...(isChanged ? [workOf(withSettings(list, settings), wished ?? ports, fresh)] : [])].map(each => ({
      ...each,
      list: listLater(each.list, minutes),
    })),
  };
  const [asItIs, other] = await context.bench.run<readonly WhatIf[]>(whatIfProgram, work);
  const view = (told: WhatIf) => toldView(told, at, context.locale);
  return {
    at: work.at,
    numbers: numbersIn(own),
    seen: { calls: callsIn(seen), of },
    asItIs: view(asItIs!),
    changed: other === undefined ? null : view(other),
  };
};

/** What was told of a task last, and what came of it since. */
export const readTruth = async (
  unscopedDb: UnscopedDb,
  taskId: string,
  { db, session, locale }: SignedInContext,
): Promise<OutputOf<typeof whatIfEndpoints.truth>> => {
  if (!(await taskExists(db, taskId))) throw refuse('notFound', { what: 'task' });
  const found = await lastForetold(db, taskId);
  if (found === undefined) return { truth: null };
  const key: TaskKey = { merchantId: session.merchantId, taskId };
  const [now, money] = await Promise.all([
    endedOf(unscopedDb, key),
    moneyOfTask(unscopedDb, session.merchantId, taskId),
  ]);
  const units = (yuan: string): number => readYuan(yuan) ?? 0;
  return {
    truth: {
      at: found.at.toISOString(),
      numbers: found.numbers,
      told: toldView(found.told, found.at, locale),
      soFar: {
        calls: now.calls - found.calls,
        answered: now.answered - found.answered,
        cost: yuanText(units(money.spent) - units(found.spent)),
      },
      endedAt: found.endedAt?.toISOString() ?? null,
    },
  };
};
