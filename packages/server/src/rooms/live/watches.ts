import type { Bus } from '../../platform/bus.ts';
import type { Log } from '../../platform/log.ts';
import { sendWatch, type Watch } from './words.ts';

/** Web's end: what is watched in this process of one kind of subject. It is said at the beginning, and again while it lasts. */
interface Watches {
  readonly has: (subject: string) => boolean;
  /** Another watcher: what was before is told again. */
  readonly begin: (subject: string) => void;
  readonly end: (subject: string) => void;
  readonly close: () => void;
}

/** Calls forgets a watch after 25 s. */
const RENEW_MS = 10_000;

export const openWatches = (
  { bus, log }: { readonly bus: Bus; readonly log: Log },
  watchOf: (subject: string, replay: boolean) => Watch,
  /** With every renewal. */
  onRenew: () => void = () => undefined,
): Watches => {
  const watched = new Set<string>();
  const say = (subject: string, replay: boolean): void => {
    sendWatch(bus, watchOf(subject, replay)).catch(error => log.warn({ err: error }, 'a watch of live calls was lost'));
  };
  const renewal = setInterval(() => {
    for (const subject of watched) say(subject, false);
    onRenew();
  }, RENEW_MS);
  return {
    has: subject => watched.has(subject),
    begin: subject => {
      watched.add(subject);
      say(subject, true);
    },
    end: subject => void watched.delete(subject),
    close: () => clearInterval(renewal),
  };
};
