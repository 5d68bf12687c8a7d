import {
  type BillUnit,
  type CallDirection,
  type CallOrigin,
  type CallUse,
  costOf,
  type HungUpBy,
  type MediaFacts,
  type RecordingFacts,
  readYuan,
  type UseRates,
  type Verdict,
} from '@lianxian/core';
import { sql, type Transaction } from 'kysely';
import { callOwner, type RowOwner, type Tables, type UnscopedDb } from '../../platform/db/index.ts';
import { addJob } from '../../platform/jobs.ts';
import type { LadderMessage } from '../live/index.ts';
import { isNumberToken } from '../seats/index.ts';
import { rootLine } from './dialler.store.ts';
import { type EndingLeg, outsideMs } from './legs.ts';
import type { Summed } from './summary.view.ts';
import type { Transcript } from './transcript.view.ts';

/**
 * All that the end of a call leaves: one transaction files it (docs/tasks.md#what-the-end-of-a-call-changes). Plain JSON
 * with ISO dates, because it goes to a journal file when the database is away (ARCHITECTURE.md#when-something-dies) and
 * comes back from there.
 */
export interface Ending extends Summed {
  readonly merchantId: string;
  readonly call: string;
  /** Of the claim under which the call was made; an older one files nothing. */
  readonly fence: number;
  readonly verdict: Verdict;
  /** The carrier's own words beside its final answer; absent in journals of earlier releases. */
  readonly sipReason?: string;
  readonly hungUpBy: HungUpBy;
  /** An INVITE has left, or nobody can know that none has; without it the number may be called as if nothing had been. */
  readonly mayHaveRung: boolean;
  readonly dialledAt: string | null;
  readonly answeredAt: string | null;
  /** Something listened to the callee; null: not answered, absent in journals of earlier releases. */
  readonly heard?: boolean | null;
  readonly endedAt: string;
  readonly ringMs: number | null;
  readonly talkMs: number;
  /** How long people outside were heard; absent in journals of earlier releases. */
  readonly handedMs?: number;
  /** The same of each of them, as each is paid for. */
  readonly outsideMs?: readonly number[];
  /** Legs of those who took part, and the seat that had it last; absent: nobody did, or of an earlier release. */
  readonly legs?: readonly EndingLeg[];
  readonly seat?: string | null;
  /** What it used of recognisers, voices and models; absent in journals of earlier releases. */
  readonly uses?: readonly CallUse[];
  /** The callee asked not to be called again (docs/safety.md#the-wish-not-to-be-called). */
  readonly wantsNoMoreCalls: boolean;
  /** The callee spoke of calling in an authority (docs/safety.md#a-call-to-an-authority); absent in journals of earlier releases. */
  readonly namesAuthority?: boolean;
  readonly transcript: Transcript | null;
  readonly recording: RecordingFacts | null;
  readonly media: MediaFacts | null;
  /** SIP that the record keeps; absent in a journal of an earlier release. */
  readonly ladder?: readonly LadderMessage[] | null;
}

/** What the row knew of the call beside its ending; money is yuan as text. */
export interface FiledCall {
  readonly origin: CallOrigin;
  readonly taskId: string | null;
  readonly calleeId: string | null;
  readonly attempt: number | null;
  /** Of a task that compares plans: the one its number was dealt to. */
  readonly variant: number | null;
  /** Null: no robot talked. */
  readonly planId: string | null;
  readonly lineId: string;
  /** The line itself, of one that is lent. */
  readonly rootLineId: string;
  readonly direction: CallDirection;
  readonly phone: string;
  readonly callerNumber: string;
  readonly practice: boolean;
  readonly pricePerMinute: string;
  readonly billUnitS: BillUnit;
  /** Null: it never had a second leg. */
  readonly secondLegPrice: string | null;
  /** Null: what it used costs nothing. */
  readonly useRates: UseRates | null;
  readonly reserved: string;
  readonly made: RowOwner | null;
  /** What was filed of it before, when its node was taken for dead; null as a rule. */
  readonly replaced: Replaced | null;
}

/** The record of a call whose end nobody had told, as others wrote it in its stead. */
export interface Replaced {
  readonly state: string;
  readonly level: string | null;
  readonly talkMs: number;
  readonly namesAuthority: boolean;
  /** As the minute of the board counted it; ISO. */
  readonly endedAt: string;
}

/** What else the end of a call changes, in the same transaction; rows are locked in the order of the hooks. */
export type WithinFiling = (tx: Transaction<Tables>, ending: Ending, call: FiledCall) => Promise<void>;

/** Draws the sound of a recording (`peaks.job.ts`). */
export const PEAKS_JOB = 'recording.peaks';

/**
 * Files the end of a call: record, transcript, recording, the job that draws its sound and all of `within`, all or
 * nothing. Null when the row was filed already or belongs to a later claim. One exception: a node that stood still (paused,
 * cut off) was taken for dead, and its calls were settled as interrupted; what it tells when it goes on is how they
 * truly ended, and replaces that, once.
 */
export const fileEnding = (
  db: UnscopedDb,
  ending: Ending,
  within: readonly WithinFiling[] = [],
): Promise<FiledCall | null> =>
  db.transaction().execute(async tx => {
    const key = { merchantId: ending.merchantId, callId: ending.call };
    const filed = (await endRow(tx, ending, null)) ?? (await replaceRow(tx, ending));
    if (filed === null) return null;
    const { transcript, recording } = ending;
    if (filed.replaced !== null) await dropLeavings(tx, key, ending);
    if (transcript)
      await tx
        .insertInto('callTranscript')
        .values({
          ...key,
          lines: JSON.stringify(transcript.lines),
          path: JSON.stringify(transcript.path),
          answers: JSON.stringify(transcript.answers),
          facts: ending.facts ? JSON.stringify(ending.facts) : null,
        })
        .execute();
    if (recording) await fileRecording(tx, key, recording);
    await fileLegs(tx, ending, filed);
    for (const also of within) await also(tx, ending, filed);
    return filed;
  });

/** Whether the database is there at all. */
export const answers = (db: UnscopedDb): Promise<boolean> =>
  sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** Verdicts of a recovery: nobody had told how the call ended. */
const UNTOLD = ['processDied', 'diedDialling'];

/** The record that this ending replaces, locked; null when there is none. The verdict changes with it, so there is none again. */
const lockInterrupted = async (tx: Transaction<Tables>, ending: Ending): Promise<Replaced | null> => {
  if (UNTOLD.includes(ending.verdict.because)) return null;
  const row = await tx
    .selectFrom('call')
    .select(['state', 'level', 'talkMs', 'namesAuthority', 'endedAt'])
    .where('merchantId', '=', ending.merchantId)
    .where('id', '=', ending.call)
    .where('stage', '=', 'ended')
    .where('fence', '>', ending.fence)
    .where('because', 'in', UNTOLD)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined) return null;
  const { state, level, talkMs, namesAuthority, endedAt } = row;
  return { state: state ?? '', level, talkMs: talkMs ?? 0, namesAuthority, endedAt: (endedAt as Date).toISOString() };
};

const replaceRow = async (tx: Transaction<Tables>, ending: Ending): Promise<FiledCall | null> => {
  const replaced = await lockInterrupted(tx, ending);
  return replaced === null ? null : await endRow(tx, ending, replaced);
};

/** What the recovery kept of it, where the true ending brings its own. The sound's file is the same one, and stays. */
const dropLeavings = async (
  tx: Transaction<Tables>,
  key: { readonly merchantId: string; readonly callId: string },
  { recording, transcript }: Ending,
): Promise<void> => {
  if (recording) await dropRecording(tx, key);
  for (const table of transcript
    ? (['callTranscript', 'callLadder', 'callLeg'] as const)
    : (['callLadder', 'callLeg'] as const))
    await tx.deleteFrom(table).where('merchantId', '=', key.merchantId).where('callId', '=', key.callId).execute();
};

const dropRecording = async (
  tx: Transaction<Tables>,
  key: { readonly merchantId: string; readonly callId: string },
): Promise<void> => {
  await sql`
    with recording as (delete from call_recording where merchant_id = ${key.merchantId} and call_id = ${key.callId}
      returning merchant_id, file_id)
    delete from file using recording where file.merchant_id = recording.merchant_id and file.id = recording.file_id`.execute(
    tx,
  );
};

/** A call among seats stays with who made it. */
const whose = (seat: string, column: 'seat_id' | 'owner_id') =>
  sql<string>`case when origin = 'internal' then ${sql.ref(column)} else ${seat}::bigint end`;

/** What a journal of an earlier release does not tell, or most calls have none of. */
const mayBeKept = ({ heard, seat, transcript, uses = [], namesAuthority = false }: Ending) => ({
  namesAuthority,
  parties: null,
  ...(seat && { seatId: whose(seat, 'seat_id'), ownerId: whose(seat, 'owner_id') }),
  ...(transcript !== null && { missed: transcript.lines.filter(({ missed, text }) => missed && text !== '').length }),
  ...(heard !== undefined && { heard }),
  ...(uses.length > 0 && { uses: JSON.stringify(uses) }),
});

const ofFiled = [
  'origin',
  'taskId',
  'calleeId',
  'attempt',
  'variant',
  'planId',
  'lineId',
  'direction',
  'phone',
  'callerNumber',
  'practice',
  'pricePerMinute',
  'billUnitS',
  'secondLegPrice',
  'useRates',
  'reserved',
] as const;

const endRow = async (
  tx: Transaction<Tables>,
  ending: Ending,
  replaced: Replaced | null,
): Promise<FiledCall | null> => {
  const { verdict } = ending;
  const row = await tx
    .updateTable('call')
    .set({
      stage: 'ended',
      owner: null,
      leasedUntil: null,
      dialog: null,
      dialledAt: dateOf(ending.dialledAt),
      answeredAt: dateOf(ending.answeredAt),
      endedAt: new Date(ending.endedAt),
      state: verdict.state,
      fault: verdict.fault,
      mayRetry: verdict.mayRetry,
      because: verdict.because,
      sipCode: verdict.sipCode,
      sipReason: ending.sipReason ?? '',
      hungUpBy: ending.hungUpBy,
      level: ending.level,
      levelRule: ending.levelRule,
      lastNode: ending.lastNode,
      tags: ending.tags ?? [],
      customerType: ending.customerType ?? null,
      endedNode: ending.stand?.node ?? null,
      endedHow: ending.stand?.how ?? null,
      endedMs: ending.stand?.heardMs ?? null,
      ringMs: ending.ringMs,
      talkMs: ending.talkMs,
      turns: ending.turns,
      media: ending.media && JSON.stringify(ending.media),
      ...mayBeKept(ending),
    })
    .where('merchantId', '=', ending.merchantId)
    .where('id', '=', ending.call)
    .$if(replaced === null, query => query.where('fence', '=', ending.fence).where('stage', '!=', 'ended'))
    .returning(ofFiled)
    .returning([rootLine.as('rootLineId'), callOwner.as('made')])
    .executeTakeFirst();
  return row === undefined ? null : { ...row, replaced };
};

const fileRecording = async (
  tx: Transaction<Tables>,
  key: { readonly merchantId: string; readonly callId: string },
  recording: RecordingFacts,
): Promise<void> => {
  const file = await tx
    .insertInto('file')
    .values({
      merchantId: key.merchantId,
      kind: 'recording',
      path: `recordings/${recording.file}`,
      name: `${key.callId}.wav`,
      mime: 'audio/wav',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const durationMs = Math.round(recording.durationMs);
  await tx
    .insertInto('callRecording')
    .values({
      ...key,
      fileId: file.id,
      durationMs,
      bytes: recording.bytes,
      // Where nobody knows it is taken for synthesised: a label too many misleads nobody.
      synthesised: recording.synthesised ?? true,
    })
    .execute();
  const { file: path, paused = [] } = recording;
  await addJob(tx, PEAKS_JOB, { merchantId: key.merchantId, call: key.callId, file: path, durationMs, paused });
};

export const savePeaks = async (
  db: UnscopedDb,
  key: { readonly merchantId: string; readonly call: string },
  peaks: {
    readonly callee: readonly number[];
    readonly robot: readonly number[];
    readonly quiet: readonly { readonly fromMs: number; readonly toMs: number }[];
    readonly paused: readonly { readonly fromMs: number; readonly toMs: number }[];
  },
): Promise<void> => {
  await db
    .updateTable('callRecording')
    .set({ peaks: JSON.stringify(peaks) })
    .where('merchantId', '=', key.merchantId)
    .where('callId', '=', key.call)
    .execute();
};

/** Legs of a call in which people took part: the callee's first where it has one, then theirs in the order they began. */
const fileLegs = async (tx: Transaction<Tables>, ending: Ending, call: FiledCall): Promise<void> => {
  const { merchantId, call: callId, legs = [] } = ending;
  if (legs.length === 0) return;
  const of = { merchantId, callId };
  const rows = legs.map((leg, at) => ({ ...of, n: at + 1, ...legRow(leg, call) }));
  const callees = call.origin === 'internal' ? [] : [{ ...of, n: 0, ...calleeRow(ending, call, legs) }];
  await tx
    .insertInto('callLeg')
    .values([...callees, ...rows])
    .execute();
};

/** What its line takes for the callee's own leg, as it is settled (rooms/attempts). Ten-thousandths of a yuan. */
const calleeCost = ({ talkMs }: Ending, { pricePerMinute, billUnitS, reserved }: FiledCall): number =>
  (readYuan(reserved) ?? 0) === 0 ? 0 : costOf({ price: readYuan(pricePerMinute) ?? 0, unitS: billUnitS }, talkMs);

const json = (media: EndingLeg['media']): string | null => media && JSON.stringify(media);

const calleeRow = (ending: Ending, call: FiledCall, [first]: readonly EndingLeg[]) => ({
  kind: 'callee' as const,
  employeeId: null,
  party: 'callee',
  calledFrom: call.direction === 'in' ? call.phone : call.callerNumber,
  calledTo: call.direction === 'in' ? call.callerNumber : call.phone,
  beganAt: ending.dialledAt ?? ending.answeredAt ?? first?.beganAt ?? ending.endedAt,
  answeredAt: ending.answeredAt,
  joinedAt: ending.answeredAt,
  endedAt: ending.endedAt,
  endedBy: ending.hungUpBy,
  because: ending.verdict.because,
  media: json(ending.media),
  cost: sql<string>`${calleeCost(ending, call)}::bigint / 10000.0`,
});

/** What a seat that sees no numbers was shown or dialled is a token; what it means is the call's own. */
const numberMeant = (shown: string, phone: string): string => (isNumberToken(shown) ? phone : shown);

const legRow = (leg: EndingLeg, { phone, secondLegPrice, billUnitS }: FiledCall) => {
  const { party, who, from, to, beganAt, answeredAt, joinedAt, endedAt, endedBy, because, media } = leg;
  const price = readYuan(secondLegPrice ?? '0') ?? 0;
  const cost = outsideMs([leg]).reduce((sum, ms) => sum + costOf({ price, unitS: billUnitS }, ms), 0);
  return {
    ...{ kind: who.type, party, beganAt, answeredAt, joinedAt, endedAt, endedBy, because },
    employeeId: who.type === 'seat' ? who.seat : null,
    calledFrom: numberMeant(from, phone),
    calledTo: numberMeant(to, phone),
    media: json(media),
    cost: sql<string>`${cost}::bigint / 10000.0`,
  };
};
