import { seatStates } from '@lianxian/core';
import { z } from 'zod';
import type { TopicSender } from '../../src/platform/push/index.ts';
import { noteSeatState, tellNotDone } from '../../src/rooms/seats/index.ts';
import { type Actions, action, type Ground, id } from './action.ts';

/** The node that holds every telephone of the page house. */
const NODE = 'page house';

const spanWish = z.object({ state: z.enum(seatStates), reason: z.string().default(''), minutesAgo: z.number() });

export const seatActions = ({ house: { database }, tell }: Ground): Actions => ({
  /** A seat was these things one after the other, and is the last of them now; pages are told. */
  seatWas: action(
    z.object({ merchant: id, employee: id, spans: z.array(spanWish) }),
    async ({ merchant, employee, spans }) => {
      // Alive for as long as a test looks.
      await database.pool.query(
        `insert into calls_node (id, address, heartbeat_at) values ($1, '', now() + interval '14 seconds')
         on conflict (id) do update set heartbeat_at = excluded.heartbeat_at`,
        [NODE],
      );
      const now = Date.now();
      for (const { state, reason, minutesAgo } of spans) {
        const since = new Date(now - minutesAgo * 60_000);
        const shown = { merchantId: merchant, seat: employee, state, reason, since, call: null, node: NODE };
        const told: Parameters<TopicSender['toTopic']>[] = [];
        const push: TopicSender = { toTopic: (...message) => void told.push(message) };
        await noteSeatState(shown, { db: database.db, push });
        await tell(pages => {
          for (const message of told) pages.toTopic(...message);
        });
      }
      return {};
    },
  ),
  /** What a seat asked of its call was not done. */
  seatNotDone: action(
    z.object({ merchant: id, employee: id, call: z.string(), because: z.string() }),
    async ({ merchant: merchantId, employee: seat, call: callId, because }) => {
      await tell(push => tellNotDone(push, { merchantId, seat, callId }, { act: 'transfer', because }));
      return {};
    },
  ),
});
