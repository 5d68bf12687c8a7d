import { lineFinding } from '@lianxian/contract';
import { lineBecauses, lineStates } from '@lianxian/core';
import { z } from 'zod';
import { holdNumber } from '../../src/rooms/caller-ids/index.ts';
import { LINES_TOPIC } from '../../src/rooms/monitor/index.ts';
import { type Actions, action, type Ground, id } from './action.ts';

const health = z.object({
  state: z.enum(lineStates),
  because: z.enum(lineBecauses).default(''),
  /** Null: nobody has looked at it. */
  code: z.number().nullable().default(200),
  since: z.iso.datetime().optional(),
  registeredUntil: z.iso.datetime().nullable().default(null),
  slowedTo: z.number().nullable().default(null),
});

/** Lines as those who look after them find them. */
export const lineActions = ({ house, tell }: Ground): Actions => {
  const { pool } = house.database;
  return {
    /** How a line is from now on; who looks at it is told. */
    health: action(z.object({ merchant: id, line: id, health }), async ({ merchant, line, health: is }) => {
      await pool.query(
        `update line_health set state = $3, because = $4, since = coalesce($5, now()), checked_at = now(), code = $6,
           round_trip_ms = 18, registered_until = $7, slowed_to = $8
         where merchant_id = $1 and line_id = $2`,
        [merchant, line, is.state, is.because, is.since ?? null, is.code, is.registeredUntil, is.slowedTo],
      );
      await tell(push => push.toTopic(merchant, LINES_TOPIC, { type: 'linesChanged', topic: LINES_TOPIC }));
      return undefined;
    }),
    /** A number was called from so often today. */
    used: action(z.object({ merchant: id, number: id, calls: z.number() }), ({ merchant, number, calls }) =>
      pool.query(
        `update line_number set used = $3, used_on = (now() at time zone zone)::date
         from merchant where merchant.id = $1 and merchant_id = $1 and line_number.id = $2`,
        [merchant, number, calls],
      ),
    ),
    /** A call to this number was talked over its line: it is held. */
    held: action(z.object({ merchant: id, number: id }), async ({ merchant, number }) => {
      await holdNumber(house.database.db, merchant, number);
      return undefined;
    }),
    /** What the look at a line that was asked for last has found so far. */
    findings: action(
      z.object({ merchant: id, line: id, findings: z.array(lineFinding), done: z.boolean() }),
      async ({ merchant, line, findings, done }) => {
        const { rows } = await pool.query<{ id: string }>(
          `update line_check set state = $4, findings = $3, finished_at = case when $4 = 'done' then now() end
           where merchant_id = $1 and id = (select max(id) from line_check where merchant_id = $1 and line_id = $2)
           returning id`,
          [merchant, line, JSON.stringify(findings), done ? 'done' : 'running'],
        );
        const [check] = rows;
        if (check === undefined) throw new Error('no check of this line was asked for');
        await tell(push =>
          push.toTopic(merchant, LINES_TOPIC, { type: 'lineChecked', topic: LINES_TOPIC, id: check.id }),
        );
        return undefined;
      },
    ),
  };
};
