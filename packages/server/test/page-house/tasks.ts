import { callStates, levels, taskBecauses, taskStates } from '@lianxian/core';
import { z } from 'zod';
import { tellTaskChanged } from '../../src/rooms/tasks/index.ts';
import type { TestHouse } from '../open-house.ts';
import { addEndings, addNumbers } from '../tasks.ts';
import { type Actions, action, type Ground, id } from './action.ts';

const count = z.number().int();

/** How far the runner came with a task; what is left out stays as it is. */
const course = z.object({
  state: z.enum(taskStates).optional(),
  because: z.enum(taskBecauses).optional(),
  /** Numbers by how they stand, those that are being called apart, and how many calls were answered. */
  counts: z.object({ fresh: count, retrying: count, settled: count, answered: count }).optional(),
  /** What limits its pace. */
  pace: z.string().optional(),
  /** Calls that ended so many minutes ago. */
  endings: z.array(z.tuple([count, z.enum(callStates), z.enum([...levels, '']), count])).default([]),
});

/** A number of a task is taken to be called, as the runner takes it; whose call it is then. */
export const takeNumber = async (
  { database: { pool } }: TestHouse,
  merchant: string,
  task: string | undefined,
  phone: string,
): Promise<object> => {
  const { rows } = await pool.query<object>(
    `with was as (
       select id, state from callee where merchant_id = $1 and task_id = $2 and phone = $3 for update
     ), number as (
       update callee set state = 'calling', attempts = attempts + 1, due_at = null from was
       where merchant_id = $1 and task_id = $2 and callee.id = was.id
       returning callee.id, attempts, name, was.state
     ), counted as (
       update task_count set calling = calling + 1, fresh = fresh - (number.state = 'fresh')::int,
         retrying = retrying - (number.state = 'retry')::int
       from number where merchant_id = $1 and task_id = $2
     )
     select number.id as "calleeId", attempts as attempt, number.name as "calleeName", created_by as "ownerId"
     from number, task where task.merchant_id = $1 and task.id = $2`,
    [merchant, task, phone],
  );
  return rows[0] ?? {};
};

export const taskActions = ({ house, tell }: Ground): Actions => ({
  /** Numbers are put into a task, as an import does. */
  numbers: action(
    z.object({ merchant: id, task: id, phones: z.array(z.string()) }),
    async ({ merchant, task, phones }) => addNumbers(house, merchant, task, phones),
  ),
  /** Calls of a task that compares plans: how many numbers of each were called, and came to the goal. */
  compared: action(
    z.object({ merchant: id, task: id, figures: z.array(z.tuple([count, count])) }),
    async ({ merchant, task, figures }) => {
      const { pool } = house.database;
      for (const [nth, [called, reached]] of figures.entries())
        await pool.query(
          'update task_variant set called = $4, reached = $5 where merchant_id = $1 and task_id = $2 and nth = $3',
          [merchant, task, nth, called, reached],
        );
      await tell(push => tellTaskChanged(push, merchant, task));
      return undefined;
    },
  ),
  taskGoes: action(z.object({ merchant: id, task: id, ...course.shape }), async ({ merchant, task, ...came }) => {
    const { pool } = house.database;
    const { state, because, counts, pace, endings } = came;
    await pool.query(
      `update task set state = coalesce($3, state), because = coalesce($4, because) where merchant_id = $1 and id = $2`,
      [merchant, task, state, because],
    );
    await pool.query(
      'update task_count set pace_because = coalesce($3, pace_because) where merchant_id = $1 and task_id = $2',
      [merchant, task, pace],
    );
    if (counts !== undefined)
      await pool.query(
        `update task_count set fresh = $3, retrying = $4, settled = $5, answered = $6, total = calling + $3 + $4 + $5
         where merchant_id = $1 and task_id = $2`,
        [merchant, task, counts.fresh, counts.retrying, counts.settled, counts.answered],
      );
    await addEndings(house, merchant, task, endings);
    await tell(push => tellTaskChanged(push, merchant, task));
    return undefined;
  }),
});
