import { CALL_TOPICS, id as callId } from '@lianxian/contract';
import type { Level } from '@lianxian/core';
import type { Bus } from '../../platform/bus.ts';
import type { OpenMerchantDb, RowOwner } from '../../platform/db/index.ts';
import { type Session, whoLooks } from '../../platform/http/index.ts';
import type { Log } from '../../platform/log.ts';
import type { PushSocket, TopicSender } from '../../platform/push/index.ts';
import type { Clock } from '../../platform/time.ts';
import { noteWatched } from '../audit/index.ts';
import { hearWords, maskedEvent, openWatches } from '../live/index.ts';
import { findNumber, findOwnOfSeat } from './detail.store.ts';

/** Topics of this room: `call:<id>` (one live call) and `calls` (records of the merchant). */
export const CALLS_TOPIC = 'calls';

/** A record is there, or has changed. Its id alone goes to everybody, who asks for what he may see; a new level does not. */
export const tellFiled = (
  push: TopicSender,
  merchantId: string,
  { id, level, owner }: { readonly id: string; readonly level: Level | null; readonly owner: RowOwner | null },
): void => {
  const filed = { type: 'callFiled', topic: CALLS_TOPIC, id } as const;
  if (level === null) push.toTopic(merchantId, CALLS_TOPIC, filed);
  else push.toTopic(merchantId, CALLS_TOPIC, { ...filed, level }, { owner, beyond: filed });
};

interface LivePushParts {
  readonly push: PushSocket;
  readonly bus: Bus;
  readonly log: Log;
  readonly merchantDb: OpenMerchantDb;
  readonly clock: Clock;
}

const maySee = ({ rights, buttons }: Session): boolean => rights.has('callLog') || buttons.has('call_out');
/** Live words are listened to by who may listen in, by who placed the call, and by the seats that talk in it. */
const mayHear = (session: Session, placedBy: string | null): boolean =>
  session.buttons.has('seat:monitor') || (session.buttons.has('call_out') && placedBy === whoLooks(session));

/** A call of one's own is nobody's who looks with another's eyes. */
const takesPart = ({ isSeat, preview }: Session): boolean => isSeat && preview === null;

/** Live calls on the push socket: who may watch, that somebody watches, and the words as they come. The answer stops it. */
export const bindLivePush = async (parts: LivePushParts): Promise<() => Promise<void>> => {
  const { push, bus, merchantDb, clock } = parts;
  /** Of the calls that are watched here: whom SIP's messages must not name to everybody. */
  const phones = new Map<string, string>();
  const watches = openWatches(
    parts,
    (call, replay) => ({ call, replay }),
    () => {
      // Of who was turned away after all.
      for (const call of phones.keys()) if (!watches.has(call)) phones.delete(call);
    },
  );
  push.provide({
    prefix: CALL_TOPICS,
    mayWatch: async (session, topic) => {
      const call = callId.safeParse(topic.slice(CALL_TOPICS.length));
      if (!call.success) return false;
      const db = merchantDb(session.merchantId, session);
      const own = takesPart(session) ? await findOwnOfSeat(db, call.data, session.employeeId) : undefined;
      if (own !== undefined) {
        // Who talks in it listens in on nobody: nothing is written down.
        phones.set(call.data, own.phone);
        return true;
      }
      if (!maySee(session)) return false;
      const found = await findNumber(db, call.data);
      if (found === undefined || !mayHear(session, found.placedBy)) return false;
      await noteWatched(db, session, topic, clock.now());
      phones.set(call.data, found.phone);
      return true;
    },
    onWatch: (_, topic) => watches.begin(topic.slice(CALL_TOPICS.length)),
    onUnwatch: (_, topic) => {
      const call = topic.slice(CALL_TOPICS.length);
      watches.end(call);
      phones.delete(call);
    },
  });
  push.provide({ prefix: CALLS_TOPIC, mayWatch: async session => maySee(session) });
  const unlisten = await hearWords(bus, {
    onCall: ({ merchantId, call, events }) => {
      const topic = `${CALL_TOPICS}${call}`;
      for (const event of events)
        push.deliver(merchantId, topic, ({ buttons }) => {
          const shown = buttons.has('phone:unmask') ? event : maskedEvent(event, phones.get(call) ?? '');
          return { type: 'call', topic, event: shown };
        });
    },
  });
  return async () => {
    watches.close();
    await unlisten();
  };
};
