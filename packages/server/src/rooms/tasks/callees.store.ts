import type { CalleeStateWord, CallState, PhoneSearch } from '@lianxian/core';
import type { MerchantDb } from '../../platform/db/index.ts';
import { figuresAfter } from './tasks.policy.ts';

/** Numbers of a task, as its page shows them. */
export interface CalleeQuery {
  readonly task: string;
  readonly state: CalleeStateWord | undefined;
  readonly lastState: CallState | undefined;
  readonly phone: PhoneSearch;
  readonly after: string | undefined;
  readonly limit: number;
}

/** In the order they came; one row more than asked for tells that there are more. */
export const listCallees = (db: MerchantDb, { task, state, lastState, phone, after, limit }: CalleeQuery) => {
  let query = db
    .selectFrom('callee')
    .select([
      'callee.id',
      'callee.phone',
      'callee.name',
      'callee.state',
      'callee.because',
      'callee.attempts',
      'callee.due_at',
      'callee.last_state',
      'callee.last_level',
      'callee.last_call_id',
    ])
    .where('callee.task_id', '=', task)
    .orderBy('callee.id')
    .limit(limit + 1);
  if (state !== undefined) query = query.where('callee.state', '=', state);
  if (lastState !== undefined) query = query.where('callee.last_state', '=', lastState);
  if (phone && 'is' in phone) query = query.where('callee.phone', '=', phone.is);
  if (phone && 'begins' in phone) {
    query = query.where('callee.phone', '>=', phone.begins);
    const end = figuresAfter(phone.begins);
    if (end !== null) query = query.where('callee.phone', '<', end);
  }
  if (after !== undefined) query = query.where('callee.id', '>', after);
  return query.execute();
};
