import type { UnscopedDb } from '../../platform/db/index.ts';
import type { Log } from '../../platform/log.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { linesToDial } from '../lines/index.ts';
import { type LineLease, releaseLines, renewLines, takeLines } from './care.store.ts';
import type { LineMonitor, MonitoredLine } from './line-monitor.ts';

/** Which lines this node looks after: takes those that are nobody's, keeps its leases, lets go what is gone. */
interface Leases {
  /**
   * Keeps the leases when it is time; reads the settings of `changed` lines anew (null: of all). Lines that were removed,
   * switched off, or taken by another node leave the monitor.
   */
  readonly renew: (changed: ReadonlySet<string> | null) => Promise<void>;
  /** True when there may be more. */
  readonly take: () => Promise<boolean>;
  readonly letGo: () => Promise<void>;
}

interface LeasesParts {
  readonly db: UnscopedDb;
  readonly log: Log;
  readonly secrets: Secrets;
  readonly owner: string;
  readonly monitor: LineMonitor;
  readonly remove: (monitored: MonitoredLine) => void;
  readonly onMoved: (merchantId: string) => void;
}

const RENEW_EVERY_MS = 5_000;
/** A node that looks after more leaves the rest to others. */
const MOST_LINES = 5_000;
const TAKEN_AT_ONCE = 500;

export const createLeases = ({ db, log, secrets, owner, monitor, remove, onMoved }: LeasesParts): Leases => {
  let renewedOn = performance.now();
  let isFirst = true;

  const add = async (leases: readonly LineLease[]): Promise<void> => {
    const byId = new Map(leases.map(lease => [lease.lineId, lease]));
    const lines = await linesToDial(db, leases, secrets, ({ lineId }) =>
      log.error({ line: lineId }, 'the password of a line does not open: nobody looks after it'),
    );
    for (const line of lines) monitor.add(byId.get(line.id)!, line);
  };

  return {
    renew: async changed => {
      const mine = monitor.all();
      const asked = changed === null ? mine : mine.filter(({ lineId }) => changed.has(lineId));
      if (asked.length === 0 && performance.now() - renewedOn < RENEW_EVERY_MS) return;
      const kept = await renewLines(db, owner, mine);
      renewedOn = performance.now();
      const gone = mine.filter(monitored => !kept.has(monitored.lineId));
      for (const monitored of gone) remove(monitored);
      await releaseLines(db, owner, gone);
      for (const merchantId of new Set(gone.map(monitored => monitored.merchantId))) onMoved(merchantId);
      await add(asked.filter(({ lineId }) => kept.has(lineId)).map(leaseOf));
    },
    take: async () => {
      const room = Math.min(TAKEN_AT_ONCE, MOST_LINES - monitor.all().length);
      const taken = room > 0 ? await takeLines(db, owner, room, isFirst) : [];
      isFirst = false;
      await add(taken);
      return taken.length === TAKEN_AT_ONCE;
    },
    letGo: () => releaseLines(db, owner, monitor.all()),
  };
};

const leaseOf = ({ merchantId, lineId, fence, health }: MonitoredLine): LineLease => ({
  merchantId,
  lineId,
  fence,
  state: health.state,
  because: health.because,
  slowedTo: health.slowedTo,
  ignoresOptions: health.ignoresOptions,
});
