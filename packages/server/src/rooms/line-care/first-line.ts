import type { UnscopedDb } from '../../platform/db/index.ts';
import type { Log } from '../../platform/log.ts';
import { startWorkLoop } from '../../platform/work-loop.ts';
import { isLineBeyond, merchantsBeyond } from './first-line.store.ts';

/**
 * Opens the SIP port of this process beyond this machine once there is a line that needs it (decision 24): one that leads
 * elsewhere, or a gateway that registers with us. Until then nobody has a reason to come from outside, and nobody can.
 *
 * A wake-up may be lost, so the rows are asked now and then as well; what is open stays open while the process lives.
 */
export interface FirstLine {
  /** Lines were changed, or one is looked at. */
  readonly changed: () => void;
  readonly close: () => Promise<void>;
}

interface FirstLineParts {
  readonly db: UnscopedDb;
  readonly log: Log;
  /** The exchange's door; null: a set address, nothing is opened. */
  readonly open: (() => Promise<{ readonly isOpen: boolean; readonly because: string | null }>) | null;
  /** It opened, or did not: who looks at lines of these merchants is told. */
  readonly onMoved: (merchantIds: readonly string[]) => Promise<void>;
}

/** A wake-up may be lost while the bus reconnects, and a person waits for what was just saved. */
const LOOK_EVERY_MS = 2_000;
/** Each attempt lets go of the sockets on loopback for a moment. */
const TRY_AGAIN_MS = 30_000;

export const watchFirstLine = ({ db, log, open, onMoved }: FirstLineParts): FirstLine => {
  if (open === null) return { changed: () => undefined, close: async () => undefined };
  let last: string | null = null;
  const look = async (): Promise<number> => {
    if (!(await isLineBeyond(db))) return LOOK_EVERY_MS;
    const { isOpen, because } = await open();
    if (isOpen) {
      work.stop();
      log.info('the SIP port listens beyond this machine from now on');
    } else if (because !== last) log.error({ because }, 'the SIP port could not be opened beyond this machine');
    if (isOpen || because !== last) await onMoved(await merchantsBeyond(db));
    last = because;
    return TRY_AGAIN_MS;
  };
  const work = startWorkLoop(look, LOOK_EVERY_MS, error =>
    log.warn({ err: error }, 'whether the SIP port is to be opened could not be read'),
  );
  work.wake();
  return {
    changed: work.wake,
    close: async () => {
      work.stop();
      await work.idle();
    },
  };
};
