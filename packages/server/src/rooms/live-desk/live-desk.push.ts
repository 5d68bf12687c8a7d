import type { Bus } from '../../platform/bus.ts';
import { coversOwner, type OpenMerchantDb } from '../../platform/db/index.ts';
import type { Session } from '../../platform/http/index.ts';
import type { Log } from '../../platform/log.ts';
import type { PushSocket } from '../../platform/push/index.ts';
import type { Clock } from '../../platform/time.ts';
import { noteWatched } from '../audit/index.ts';
import { hearWords, openWatches, wordFor } from '../live/index.ts';
import type { Standings } from './standings.ts';

/** Topic of this room: `live` (what is said in all live calls that one sees). */
const LIVE_TOPIC = 'live';

interface LiveDeskPushParts {
  readonly push: PushSocket;
  readonly bus: Bus;
  readonly log: Log;
  readonly merchantDb: OpenMerchantDb;
  readonly clock: Clock;
  readonly standings: Pick<Standings, 'hear'>;
}

const hears = ({ buttons }: Session): boolean => buttons.has('seat:monitor');

/** The live page on the push socket: who may watch, that somebody watches, and words by whose calls one sees. The answer stops it. */
export const bindLiveDeskPush = async (parts: LiveDeskPushParts): Promise<() => Promise<void>> => {
  const { push, bus, merchantDb, clock, standings } = parts;
  const watches = openWatches(parts, (callsOf, replay) => ({ callsOf, replay }));
  push.provide({
    prefix: LIVE_TOPIC,
    mayWatch: async session => {
      if (!session.rights.has('myTask')) return false;
      if (hears(session)) await noteWatched(merchantDb(session.merchantId, session), session, LIVE_TOPIC, clock.now());
      return true;
    },
    onWatch: watches.begin,
    onUnwatch: watches.end,
  });
  const unlisten = await hearWords(bus, {
    onMerchant: ({ callsOf, owner, words }) => {
      standings.hear(words);
      push.deliver(callsOf, LIVE_TOPIC, session => {
        if (!coversOwner(session, owner)) return null;
        const sees = { hears: hears(session), seesPhones: session.buttons.has('phone:unmask') };
        return { type: 'liveWords', topic: LIVE_TOPIC, calls: words.map(word => wordFor(word, sees)) };
      });
    },
  });
  return async () => {
    watches.close();
    await unlisten();
  };
};
