import { z } from 'zod';
import { BATCHES_TOPIC } from '../../src/rooms/batches/batches.routes.ts';
import { type Actions, action, type Ground, id } from './action.ts';

const state = z.enum(['running', 'done', 'failed', 'cancelled']);
/** A batch of which no work knows: it stands as it is told. */
const batchWish = z.object({
  title: z.string(),
  type: z.union([z.literal(0), z.literal(1), z.literal(2)]).default(1),
  state: state.default('done'),
  remark: z.string().default(''),
  done: z.number().default(0),
  of: z.number().nullable().default(null),
  /** It left a file. */
  hasFile: z.boolean().default(false),
});

export const batchActions = ({ house: { database }, tell }: Ground): Actions => {
  const told = (merchant: string, batch: string) =>
    tell(push => push.toTopic(merchant, BATCHES_TOPIC, { type: 'batchChanged', topic: BATCHES_TOPIC, id: batch }));
  return {
    /** The oldest first; their ids. */
    batches: action(
      z.object({ merchant: id, employee: id, batches: z.array(batchWish) }),
      async ({ merchant, employee, batches }) => {
        const { rows } = await database.pool.query<{ id: string }>(
          `with wish as (
             select * from jsonb_to_recordset($3) as wish (title text, type int, state text, remark text, done bigint, "of" bigint,
               "hasFile" boolean)
           ), kept as (
             insert into file (merchant_id, kind, path, name, mime, created_by)
             select $1, 'calls', 'exports/x.xlsx', title, 'application/octet-stream', $2 from wish where "hasFile"
             returning id, name
           )
           insert into batch (merchant_id, kind, title, type, state, remark, rows_done, rows_total, file_id, input, created_by,
             modified_at)
           select $1, 'none', title, type, state, remark, done, "of", (select id from kept where name = title limit 1), '{}', $2,
             -- Of today, should midnight come meanwhile.
             now() + interval '1 hour'
           from wish returning id`,
          [merchant, employee, JSON.stringify(batches)],
        );
        return rows.map(row => row.id);
      },
    ),
    batchGoes: action(
      z.object({ merchant: id, batch: id, state: state.optional(), done: z.number().optional() }),
      async ({ merchant, batch, ...came }) => {
        await database.pool.query(
          `update batch set state = coalesce($3, state), rows_done = coalesce($4, rows_done)
           where merchant_id = $1 and id = $2`,
          [merchant, batch, came.state, came.done],
        );
        await told(merchant, batch);
        return undefined;
      },
    ),
  };
};
