import { sql } from 'kysely';

/** A call is a trial (试呼): by hand, of no task, and not somebody who calls us. Trials count apart, wherever calls are counted. */
export const byHand = sql<boolean>`(call.task_id is null and call.direction = 'out')`;
export const notByHand = sql<boolean>`(call.task_id is not null or call.direction = 'in')`;
