import type { Bus } from '../../platform/bus.ts';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';
import type { Log } from '../../platform/log.ts';
import type { TopicSender } from '../../platform/push/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Clock } from '../../platform/time.ts';
import { startWorkLoop } from '../../platform/work-loop.ts';
import { lineToDial } from '../lines/index.ts';
import { LINES_TOPIC } from '../monitor/index.ts';
import { type ClaimedCheck, claimChecks, writeFindings } from './checks.store.ts';
import { examine } from './examine.ts';
import type { Finding } from './finding.ts';
import type { LineProbes } from './probes.ts';

/**
 * The doctor of lines, in the calls process: takes asked looks, examines the line, writes each finding as it comes and
 * tells who watches. A node that dies leaves its look to another.
 */
interface Doctor {
  /** Resolves when no look is under way. */
  readonly close: () => Promise<void>;
}

interface DoctorParts {
  readonly db: UnscopedDb;
  readonly merchantDb: (merchantId: string) => MerchantDb;
  readonly secrets: Secrets;
  readonly bus: Bus;
  readonly push: TopicSender;
  readonly log: Log;
  readonly clock: Clock;
  /** This node's name. */
  readonly owner: string;
  readonly probes: LineProbes;
}

/** Wakes doctors; the payload is the id of the check. */
export const DOCTOR_CHANNEL = 'line_checks';

/** A wake-up may be lost while the bus reconnects. */
const LOOK_EVERY_MS = 5_000;
/** Each binds some sockets and asks the far end a question or two. */
const AT_ONCE = 8;

export const openDoctor = (parts: DoctorParts): Doctor => {
  const { db, log, owner } = parts;
  const running = new Set<Promise<void>>();

  const look = async (): Promise<number> => {
    const room = AT_ONCE - running.size;
    if (room <= 0) return LOOK_EVERY_MS;
    for (const claim of await claimChecks(db, owner, room)) {
      const treating = treat(parts, claim)
        .catch(error => log.warn({ err: error, check: claim.id }, 'a look at a line failed'))
        .finally(() => {
          running.delete(treating);
          work.wake();
        });
      running.add(treating);
    }
    return LOOK_EVERY_MS;
  };
  const work = startWorkLoop(look, LOOK_EVERY_MS, error =>
    log.warn({ err: error }, 'the doctor could not look for work'),
  );
  const listening = parts.bus.listen(DOCTOR_CHANNEL, work.wake);
  listening.catch(error => log.warn({ err: error }, 'the doctor does not hear wake-ups yet'));
  parts.bus.onBack(work.wake);
  work.wake();

  return {
    close: async () => {
      work.stop();
      void listening.then(stop => stop()).catch(() => undefined);
      await work.idle();
      await Promise.all(running);
    },
  };
};

const treat = async (parts: DoctorParts, claim: ClaimedCheck): Promise<void> => {
  const { push, owner, probes } = parts;
  const mine = parts.merchantDb(claim.merchantId);
  const line = await lineToDial(mine, claim.lineId, parts.secrets);
  const found: Finding[] = [];
  const write = async (done: boolean): Promise<boolean> => {
    const isOurs = await writeFindings(parts.db, { ...claim, owner }, found, done);
    if (isOurs) push.toTopic(claim.merchantId, LINES_TOPIC, { type: 'lineChecked', topic: LINES_TOPIC, id: claim.id });
    return isOurs;
  };
  if (line !== null)
    for await (const finding of examine({ db: mine, line, probes, now: parts.clock.now() })) {
      found.push(finding);
      if (!(await write(false))) return;
    }
  await write(true);
};
