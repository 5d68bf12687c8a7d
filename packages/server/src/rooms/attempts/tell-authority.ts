import { stored } from '@lianxian/contract';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { controllersOf } from '../bell/index.ts';
import type { Ending, FiledCall } from '../dialler/index.ts';

/**
 * Whoever controls the task is told when its callee spoke of calling in an authority, after the record is filed
 * (docs/safety.md#a-call-to-an-authority): once a call, also where a later ending replaces the one that told it. A trial is
 * nobody's task.
 */
export const tellAuthority = async (
  db: UnscopedDb,
  push: Pick<PushSender, 'toEmployee'>,
  ending: Pick<Ending, 'merchantId' | 'call' | 'namesAuthority'>,
  { taskId, direction, made, replaced }: Pick<FiledCall, 'taskId' | 'direction' | 'made' | 'replaced'>,
): Promise<void> => {
  const isTrial = taskId === null && direction === 'out';
  if (ending.namesAuthority !== true || replaced?.namesAuthority === true || isTrial) return;
  const { merchantId, call } = ending;
  for (const employeeId of await controllersOf(db, merchantId, made))
    push.toEmployee(merchantId, employeeId, { type: 1, msg: stored(['authorityNamed']), id: call });
};
