import { type ConversationNote, type Instant, type RecordingFacts, talkOf, type Verdict } from '@lianxian/core';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { Log } from '../../platform/log.ts';
import { type Orphan, takeOrphans } from './dialler.store.ts';
import type { Ending } from './filing.store.ts';
import type { Filing } from './filing.ts';
import { handedMs, legsLeft, outsideMs, seatOf } from './legs.ts';
import { summedOf } from './summary.view.ts';
import { transcriptOf } from './transcript.view.ts';

/**
 * Calls of a process that died (ARCHITECTURE.md#when-something-dies): their callees still hold a telephone, so each
 * stored dialog gets its BYE and each ringing phone its CANCEL at once, and the row is settled as interrupted with the
 * words and the sound that reached the disk.
 */
export interface Recovery {
  /** `known`: the calls that live here; null at the start, when none can. Resolves when all others are filed. */
  readonly settle: (known: readonly string[] | null) => Promise<number>;
}

/** What a call left on the disk (media worker's files). */
interface Left {
  readonly answeredAt: Instant | null;
  readonly answeredOn: Date | null;
  readonly notes: readonly ConversationNote[];
  readonly recording: RecordingFacts | null;
}

export interface RecoveryOptions {
  readonly db: UnscopedDb;
  readonly log: Log;
  readonly owner: string;
  readonly filing: Filing;
  /** What the database may not know yet of calls of this node. */
  readonly dialogOf: (call: string) => unknown;
  readonly partiesOf: (call: string) => readonly unknown[];
  /** Sends BYE or CANCEL; has its own limit. */
  readonly hangUpStored: (orphan: Pick<Orphan, 'merchantId' | 'lineId' | 'dialog'>) => Promise<unknown>;
  readonly salvage: (file: string) => Promise<Left>;
}

/** Workers of the dead process close their recordings when their channel breaks; that takes a moment. */
const WORKERS_CLOSE_MS = 1_500;

const verdictFor = (orphan: Orphan): Verdict => ({
  state: 'interrupted',
  fault: 'us',
  mayRetry: true,
  sipCode: null,
  because: orphan.answeredAt === null && orphan.direction === 'out' ? 'diedDialling' : 'processDied',
});

const endingFor = (orphan: Orphan, left: Left): Ending => {
  const answeredOn = orphan.answeredAt ?? left.answeredOn;
  const talkMs = answeredOn === null ? 0 : Math.round(left.recording?.durationMs ?? 0);
  const endedAt = new Date(answeredOn === null ? orphan.placedAt : answeredOn.getTime() + talkMs).toISOString();
  const legs = legsLeft(orphan.parties ?? [], endedAt);
  const talk = talkOf(left.notes);
  const transcript = left.answeredAt === null ? null : transcriptOf(talk, left.answeredAt);
  return {
    merchantId: orphan.merchantId,
    call: orphan.call,
    fence: orphan.fence,
    verdict: verdictFor({ ...orphan, answeredAt: answeredOn }),
    sipReason: '',
    hungUpBy: 'platform',
    // Between the commit and the note of the INVITE nobody saw what left.
    mayHaveRung: true,
    dialledAt: null,
    answeredAt: answeredOn?.toISOString() ?? null,
    endedAt,
    ringMs: null,
    talkMs,
    handedMs: handedMs(legs),
    ...(legs.length > 0 && { legs, outsideMs: outsideMs(legs), seat: seatOf(legs) }),
    ...summedOf(talk.summary, transcript),
    wantsNoMoreCalls: talk.wantsNoMoreCalls,
    namesAuthority: talk.namesAuthority,
    transcript,
    recording: left.recording,
    media: null,
  };
};

/** Of those who took part: as the database has them, and as this node noted them before it. Who is gone says so. */
const partyDialogs = ({ call, parties }: Orphan, partiesOf: RecoveryOptions['partiesOf']): readonly unknown[] => {
  const all = [...(parties ?? []).filter(({ end }) => end === null).map(({ dialog }) => dialog), ...partiesOf(call)];
  return [...new Map(all.map(dialog => [JSON.stringify(dialog), dialog])).values()];
};

export const createRecovery = ({
  db,
  log,
  owner,
  filing,
  dialogOf,
  partiesOf,
  hangUpStored,
  salvage,
}: RecoveryOptions): Recovery => ({
  settle: async known => {
    const taken = await takeOrphans(db, owner, known);
    const orphans = taken.map(orphan => ({ ...orphan, dialog: dialogOf(orphan.call) ?? orphan.dialog }));
    if (orphans.length === 0) return 0;
    log.warn({ calls: orphans.length }, 'calls of a process that died are hung up and settled');
    const closed = new Promise(resolve => setTimeout(resolve, WORKERS_CLOSE_MS));
    for (const orphan of orphans)
      for (const dialog of [orphan.dialog, ...partyDialogs(orphan, partiesOf)]) {
        if (dialog === null || dialog === undefined) continue;
        hangUpStored({ ...orphan, dialog }).catch((error: unknown) =>
          log.warn({ err: error, call: orphan.call }, 'a stored call could not be hung up'),
        );
      }
    await closed;
    for (const orphan of orphans) {
      const left: Left =
        orphan.file === null
          ? { answeredAt: null, answeredOn: null, notes: [], recording: null }
          : await salvage(orphan.file);
      await filing.file(endingFor(orphan, left));
    }
    return orphans.length;
  },
});
