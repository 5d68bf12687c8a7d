import type { Bus } from '../../platform/bus.ts';
import type { Session } from '../../platform/http/index.ts';
import type { Log } from '../../platform/log.ts';
import type { PushSocket } from '../../platform/push/index.ts';
import { hearWords, sendWatch } from '../live/index.ts';

/** Topic of this room: `lines` (ports and monitor of the merchant). */
export const LINES_TOPIC = 'lines';

/** Calls forgets a watch after 25 s. */
const RENEW_MS = 10_000;
/** However many nodes tell of moves, a page reads its figures again so often at most. */
const EVERY_MS = 1_000;

interface LinesPushParts {
  readonly push: PushSocket;
  readonly bus: Bus;
  readonly log: Log;
}

const maySee = ({ rights }: Session): boolean => rights.has('monitor') || rights.has('port');

/** Lines on the push socket: who may watch, that somebody watches, and that calls moved. The answer stops it. */
export const bindLinesPush = async ({ push, bus, log }: LinesPushParts): Promise<() => Promise<void>> => {
  const watched = new Set<string>();
  const resting = new Map<string, { readonly timer: NodeJS.Timeout; moved: boolean }>();

  const watch = (linesOf: string): void => {
    sendWatch(bus, { linesOf }).catch(error => log.warn({ err: error }, 'a watch of lines was lost'));
  };
  const tell = (merchantId: string): void => {
    push.deliver(merchantId, LINES_TOPIC, { type: 'linesChanged', topic: LINES_TOPIC });
    const timer = setTimeout(() => {
      const { moved } = resting.get(merchantId) ?? { moved: false };
      resting.delete(merchantId);
      if (moved) tell(merchantId);
    }, EVERY_MS);
    resting.set(merchantId, { timer, moved: false });
  };

  push.provide({
    prefix: LINES_TOPIC,
    mayWatch: async session => maySee(session),
    onWatch: merchantId => {
      watched.add(merchantId);
      watch(merchantId);
    },
    onUnwatch: merchantId => {
      watched.delete(merchantId);
    },
  });
  const renewal = setInterval(() => {
    for (const merchantId of watched) watch(merchantId);
  }, RENEW_MS);
  const unlisten = await hearWords(bus, {
    onLines: merchantId => {
      if (!watched.has(merchantId)) return;
      const rest = resting.get(merchantId);
      if (rest === undefined) tell(merchantId);
      else rest.moved = true;
    },
  });
  return async () => {
    clearInterval(renewal);
    for (const { timer } of resting.values()) clearTimeout(timer);
    await unlisten();
  };
};
