import type { Bus } from '../../platform/bus.ts';
import type { Session } from '../../platform/http/index.ts';
import type { Log } from '../../platform/log.ts';
import type { PushSocket } from '../../platform/push/index.ts';
import { hearWords, openWatches } from '../live/index.ts';

/** Topic of this room: `lines` (ports and monitor of the merchant). */
export const LINES_TOPIC = 'lines';

/** However many nodes tell of moves, a page reads its figures again so often at most. */
const EVERY_MS = 1_000;

interface LinesPushParts {
  readonly push: PushSocket;
  readonly bus: Bus;
  readonly log: Log;
}

const maySee = ({ rights }: Session): boolean => rights.has('monitor') || rights.has('port');

/** Lines on the push socket: who may watch, that somebody watches, and that calls moved. The answer stops it. */
export const bindLinesPush = async (parts: LinesPushParts): Promise<() => Promise<void>> => {
  const { push, bus } = parts;
  const watches = openWatches(parts, linesOf => ({ linesOf }));
  const resting = new Map<string, { readonly timer: NodeJS.Timeout; moved: boolean }>();

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
    onWatch: watches.begin,
    onUnwatch: watches.end,
  });
  const unlisten = await hearWords(bus, {
    onLines: merchantId => {
      if (!watches.has(merchantId)) return;
      const rest = resting.get(merchantId);
      if (rest === undefined) tell(merchantId);
      else rest.moved = true;
    },
  });
  return async () => {
    watches.close();
    for (const { timer } of resting.values()) clearTimeout(timer);
    await unlisten();
  };
};
