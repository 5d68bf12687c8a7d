import { pushMessage } from '@lianxian/contract';
import { z } from 'zod';
import { type Actions, action, type Ground, id } from './action.ts';

/** Everybody's own messages. */
export const messageActions = ({ house, tell }: Ground): Actions => ({
  /** One person is told these, one after the other; `at`: as if it had been then. */
  message: action(
    z.object({ merchant: id, employee: id, messages: z.array(pushMessage), at: z.iso.datetime().nullable() }),
    async ({ merchant, employee, messages, at }) => {
      await tell(push => {
        for (const message of messages) push.toEmployee(merchant, employee, message);
      });
      if (at === null) return undefined;
      const moved = 'update push_message set at = $3 where merchant_id = $1 and employee_id = $2';
      return await house.database.pool.query(moved, [merchant, employee, at]);
    },
  ),
});
