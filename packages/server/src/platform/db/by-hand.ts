import { sql } from 'kysely';

/**
 * A call is a trial (试呼): a robot's by hand, of no task, and not somebody who calls us. Trials count apart, wherever calls are
 * counted, and so do calls among seats, which reach nobody outside; what a seat dials counts as any call.
 */
export const byHand = sql<boolean>`(call.task_id is null and call.direction = 'out' and call.origin <> 'seat')`;
export const notByHand = sql<boolean>`(call.task_id is not null or call.direction = 'in' or call.origin = 'seat')`;
