import { type ConversationNote, followTalk, noTalk, type TalkView } from '@lianxian/core';
import { z } from 'zod';
import { now } from '../../src/media-worker/clock.ts';
import type { Bus } from '../../src/platform/bus.ts';
import { callOwner, merchantDb, type RowOwner } from '../../src/platform/db/index.ts';
import { openLog } from '../../src/platform/log.ts';
import { openPushSender } from '../../src/platform/push/index.ts';
import { beat, createFiling, DIALLER_CHANNEL, type Ending } from '../../src/rooms/dialler/index.ts';
import { fileMissed } from '../../src/rooms/learning/index.ts';
import {
  createLiveCalls,
  fileLadder,
  hearWatches,
  openWordsPublisher,
  type WatchedCall,
} from '../../src/rooms/live/index.ts';
import { CALLS_TOPIC } from '../../src/rooms/records/index.ts';
import { dropRecordings } from '../../src/rooms/settings/retention.store.ts';
import { answeredEnding } from '../answered-ending.ts';
import { nodeBeat } from '../nodes.ts';
import { settlings } from '../number-key.ts';
import type { TestHouse } from '../open-house.ts';
import { type Actions, action, type Ground, id } from './action.ts';
import { soundWish, writeRecording } from './recording.ts';
import { takeNumber } from './tasks.ts';

/** As long as an answered call took that says nothing of it. */
const TALK_MS = 5_000;
/** Well within what a node may be silent for. */
const BEAT_MS = 3_000;

/** Parts of a call's row, of its ending, and its sound. */
const endingWish = z.looseObject({});
const rowWish = z.looseObject({
  phone: z.string(),
  planId: z.string().optional(),
  lineId: z.string().optional(),
  /** One of whose numbers it is with, which is taken where the call does not say which. */
  taskId: z.string().optional(),
});
const callWish = z.object({ row: rowWish, ending: endingWish.nullable() });
const told = z.union([
  z.object({ to: z.enum(['dialling', 'ringing', 'talking', 'ended']), earlyMedia: z.boolean().default(false) }),
  z.object({ note: z.looseObject({ type: z.string() }) }),
  z.object({ sip: z.object({ way: z.enum(['in', 'out']), summary: z.string(), cseq: z.string(), text: z.string() }) }),
]);
/** Of messages that pass; the carrier is always this one. */
const carrier = { peer: { host: '203.0.113.18', port: 5_060 }, transport: 'udp' } as const;

interface Row {
  readonly merchantId: string;
  readonly fence: number;
  readonly taskId: string | null;
  readonly owner: RowOwner | null;
}

/** An ending goes to the database or the test fails. */
const noJournal: Parameters<typeof createFiling>[0]['journal'] = {
  keep: async ({ call }) => {
    throw new Error(`the end of call ${call} was not filed`);
  },
  waiting: async () => [],
  done: async () => undefined,
  setAside: async () => undefined,
};

/** What is there to call with, where a test does not say: the newest plan of the merchant and its first line. */
const rowOf = async (house: TestHouse, merchantId: string, row: z.output<typeof rowWish>) => {
  const { rows } = await house.database.pool.query(
    `select plan.id as "planId", coalesce(version.version, 1) as "planVersion", plan.name as "planName",
       line.id as "lineId", line.name as "lineName", line.practice
     from plan left join plan_version version on version.merchant_id = plan.merchant_id and version.plan_id = plan.id, line
     where plan.merchant_id = $1 and line.merchant_id = $1 and plan.id = coalesce($2, plan.id) and line.id = coalesce($3, line.id)
     order by plan.id desc, version.version desc, line.id limit 1`,
    [merchantId, row.planId, row.lineId],
  );
  // Talked by a node that nobody asks any more.
  const talked = { stage: 'talking', owner: 'gone', fence: 1, leasedUntil: new Date() } as const;
  const isNext = row.taskId !== undefined && row.calleeId === undefined;
  const number = isNext ? await takeNumber(house, merchantId, row.taskId, row.phone) : {};
  return { ...rows[0], merchantId, ...talked, ...number, ...row };
};

const openWords = (bus: Bus, log: ReturnType<typeof openLog>) =>
  createLiveCalls({
    ...openWordsPublisher(bus, log),
    later: () => undefined,
    soon: send => void setImmediate(send),
    rest: over => void setImmediate(over),
    onMoreSip: () => undefined,
  });

/**
 * The calls process of the page tests, without telephony: its node lives, and dials nobody. What comes of a call is asked
 * for at the door and goes the way of a real one: the rooms that file one file it, who watches is told.
 */
export const openCallsBeside = async ({
  house,
  bus,
}: Ground): Promise<{ readonly actions: Actions; readonly close: () => Promise<void> }> => {
  const { db, pool } = house.database;
  const log = openLog('warn', 'page-house');
  const push = openPushSender(db, bus, log);
  const words = openWords(bus, log);
  await hearWatches(bus, words, now);
  const beats = () => beat(db, nodeBeat({ id: 'page-house' }));
  await beats();
  const beating = setInterval(() => void beats().catch(() => undefined), BEAT_MS);

  const live = new Map<string, { readonly watched: WatchedCall; talk: TalkView }>();
  const filing = createFiling({
    ...{ db, log, journal: noJournal },
    within: [...settlings, fileLadder, fileMissed],
    onFiled: ({ merchantId, call, level }) => {
      words.filed(call, now());
      live.get(call)?.watched.end();
      push.toTopic(merchantId, CALLS_TOPIC, { type: 'callFiled', topic: CALLS_TOPIC, id: call, level });
    },
  });
  const rowNow = async (call: string): Promise<Row> => {
    const row = await db
      .selectFrom('call')
      .select(['merchantId', 'fence', 'taskId', callOwner.as('owner')])
      .where('id', '=', call)
      .executeTakeFirst();
    if (row === undefined) throw new Error(`there is no call ${call}`);
    return row;
  };
  const end = async (call: string, { sound, ...ending }: z.output<typeof endingWish>): Promise<void> => {
    const at = Date.now();
    const usual = { answeredAt: new Date(at - TALK_MS).toISOString(), endedAt: new Date(at).toISOString() };
    const recording = sound === undefined ? null : await writeRecording(house.dataDir, call, soundWish.parse(sound));
    const more = { ...usual, recording, ...ending } as Partial<Ending>;
    await filing.file(answeredEnding({ ...(await rowNow(call)), call }, more));
  };
  const followed = async (call: string) => {
    const { fence: _, ...row } = await rowNow(call);
    const begun = live.get(call) ?? { watched: words.begin({ call, ...row }, now()), talk: noTalk };
    live.set(call, begun);
    return begun;
  };
  // As to the dialler a call lives from the moment it is placed; what woke it need not be a call.
  const followPlaced = async (): Promise<void> => {
    const { rows } = await pool.query<{ id: string }>(`select id from call where stage = 'placed'`);
    for (const { id } of rows) if (!live.has(id)) await followed(id);
  };
  await bus.listen(DIALLER_CHANNEL, () => {
    followPlaced().catch((error: unknown) => log.error({ err: error }, 'calls that were placed were not seen'));
  });

  return {
    actions: {
      /** Rows of calls, each with an ending what filing makes of it, before the next; their ids. */
      calls: action(z.object({ merchant: id, calls: z.array(callWish) }), async ({ merchant, calls }) => {
        const ids: string[] = [];
        for (const { row, ending } of calls) {
          const values = await rowOf(house, merchant, row);
          const { id } = await db.insertInto('call').values(values).returning('id').executeTakeFirstOrThrow();
          if (ending !== null) await end(id, ending);
          ids.push(id);
        }
        return ids;
      }),
      /** A call that was placed or is talked is over. */
      end: action(z.object({ call: id, ending: endingWish }), async ({ call, ending }) => {
        await end(call, ending);
        return {};
      }),
      /** Something happens in a live call. */
      live: action(z.object({ call: id, told: z.array(told) }), async ({ call, told }) => {
        const begun = await followed(call);
        for (const one of told) {
          const at = now();
          if ('to' in one) begun.watched.moved({ to: one.to, at, earlyMedia: one.earlyMedia });
          else if ('sip' in one) {
            const { text, ...message } = one.sip;
            words.ladders.belongs(`of ${call}`, call);
            words.ladders.seen({ ...message, ...carrier, at, callId: `of ${call}`, text: () => text });
          } else {
            const note = { at, endAt: at, ...one.note } as unknown as ConversationNote;
            begun.talk = followTalk(begun.talk, note);
            begun.watched.noted(note, begun.talk);
          }
        }
        return {};
      }),
      /** What is heard of a live call so far. */
      sound: action(z.object({ call: id, sound: soundWish }), async ({ call, sound }) => {
        await writeRecording(house.dataDir, call, sound);
        await pool.query('update call set file = $2 where id = $1', [call, call]);
        return {};
      }),
      /** The days are over for which its words and its sound are kept. */
      forget: action(z.object({ merchant: id, call: id }), ({ merchant, call }) =>
        dropRecordings(merchantDb(db, merchant), [call]),
      ),
    },
    close: async () => {
      clearInterval(beating);
      await push.close();
    },
  };
};
