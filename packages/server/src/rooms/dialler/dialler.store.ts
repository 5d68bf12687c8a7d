import type { Plan } from '@lianxian/core';
import { sql, type Transaction } from 'kysely';
import type { HouseDb, Tables } from '../../platform/db/index.ts';
import { addJob } from '../../platform/jobs.ts';
import type { Ending } from './ending.ts';

/** The dialler's statements: rows of all merchants, leased and fenced (house §4). */

const LEASE = sql`interval '30 seconds'`;

export interface ClaimedCall {
  readonly merchantId: string;
  readonly call: string;
  readonly fence: number;
  readonly planId: string;
  readonly planVersion: number;
  readonly lineId: string;
  readonly phone: string;
  readonly callerNumber: string;
  readonly variables: Readonly<Record<string, string>>;
  /** Below the recordings folder, without extension. */
  readonly file: string;
  readonly zone: string;
  readonly hangUpWanted: boolean;
}

/**
 * Takes up to `limit` waiting calls for `owner`, oldest first; two nodes never take the same. The row says `dialling`
 * from here on: when this commits the INVITE may leave, and never again (house §3).
 */
export const claimCalls = async (db: HouseDb, owner: string, limit: number): Promise<readonly ClaimedCall[]> => {
  const { rows } = await sql<{
    merchant_id: string;
    id: string;
    fence: number;
    plan_id: string;
    plan_version: number;
    line_id: string;
    phone: string;
    caller_number: string;
    variables: Readonly<Record<string, string>>;
    file: string;
    zone: string;
    wanted: boolean;
  }>`
    update call set stage = 'dialling', owner = ${owner}, fence = call.fence + 1, leased_until = now() + ${LEASE},
      file = to_char(call.placed_at at time zone 'UTC', 'YYYY/MM/DD/') || call.id
    from merchant
    where merchant.id = call.merchant_id and call.id = any(array(
      select id from call where stage = 'placed' order by id limit ${limit} for update skip locked))
    returning call.merchant_id, call.id, call.fence, plan_id, plan_version, line_id, phone, caller_number, variables, file,
      merchant.zone, hang_up_wanted_at is not null as wanted`.execute(db);
  return rows
    .map(row => ({
      merchantId: row.merchant_id,
      call: row.id,
      fence: row.fence,
      planId: row.plan_id,
      planVersion: row.plan_version,
      lineId: row.line_id,
      phone: row.phone,
      callerNumber: row.caller_number,
      variables: row.variables,
      file: row.file,
      zone: row.zone,
      hangUpWanted: row.wanted,
    }))
    .sort((a, b) => Number(BigInt(a.call) - BigInt(b.call)));
};

interface Claim {
  readonly merchantId: string;
  readonly call: string;
  readonly fence: number;
}

/** Keeps what a CANCEL needs, unless the call was answered meanwhile. */
export const noteInvited = async (db: HouseDb, claim: Claim, invite: unknown): Promise<void> => {
  await db
    .updateTable('call')
    .set({ dialog: JSON.stringify(invite) })
    .where('merchant_id', '=', claim.merchantId)
    .where('id', '=', claim.call)
    .where('fence', '=', claim.fence)
    .where('stage', '=', 'dialling')
    .execute();
};

/** Keeps what a BYE needs. False when the claim is no longer ours. */
export const noteAnswered = async (db: HouseDb, claim: Claim, dialog: unknown, answeredAt: Date): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('call')
    .set({ stage: 'talking', dialog: JSON.stringify(dialog), answered_at: answeredAt })
    .where('merchant_id', '=', claim.merchantId)
    .where('id', '=', claim.call)
    .where('fence', '=', claim.fence)
    .where('stage', '=', 'dialling')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Latest versions of living plans, last published first; for voicing them before anybody calls. */
export const latestPlans = async (db: HouseDb, limit: number): Promise<readonly Plan[]> => {
  const { rows } = await sql<{ graph: Plan }>`
    select graph from (
      select distinct on (v.merchant_id, v.plan_id) v.graph, v.published_at
      from plan_version v join plan p on p.merchant_id = v.merchant_id and p.id = v.plan_id
      where p.removed_at is null
      order by v.merchant_id, v.plan_id, v.version desc) latest
    order by published_at desc limit ${limit}`.execute(db);
  return rows.map(row => row.graph);
};

/** Which of these live calls somebody wants ended. */
export const hangUpsWanted = async (db: HouseDb, owner: string): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('call')
    .select('id')
    .where('owner', '=', owner)
    .where('stage', 'in', ['dialling', 'talking'])
    .where('hang_up_wanted_at', 'is not', null)
    .execute();
  return rows.map(row => row.id);
};

/** Draws the sound of a recording (`peaks.job.ts`). */
export const PEAKS_JOB = 'recording.peaks';

/**
 * Files the end of a call: record, transcript, recording, and the job that draws its sound, all or nothing. False when
 * the row was filed already or belongs to a later claim.
 */
export const fileEnding = (db: HouseDb, ending: Ending): Promise<boolean> =>
  db.transaction().execute(async tx => {
    const { verdict, transcript, recording } = ending;
    const { numUpdatedRows } = await tx
      .updateTable('call')
      .set({
        stage: 'ended',
        owner: null,
        leased_until: null,
        dialog: null,
        dialled_at: ending.dialledAt === null ? null : new Date(ending.dialledAt),
        answered_at: ending.answeredAt === null ? null : new Date(ending.answeredAt),
        ended_at: new Date(ending.endedAt),
        state: verdict.state,
        fault: verdict.fault,
        may_retry: verdict.mayRetry,
        because: verdict.because,
        sip_code: verdict.sipCode,
        hung_up_by: ending.hungUpBy,
        level: ending.level,
        level_rule: ending.levelRule,
        last_node: ending.lastNode,
        ring_ms: ending.ringMs,
        talk_ms: ending.talkMs,
        media: ending.media && JSON.stringify(ending.media),
      })
      .where('merchant_id', '=', ending.merchantId)
      .where('id', '=', ending.call)
      .where('fence', '=', ending.fence)
      .where('stage', '!=', 'ended')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    const key = { merchant_id: ending.merchantId, call_id: ending.call };
    if (transcript)
      await tx
        .insertInto('call_transcript')
        .values({
          ...key,
          lines: JSON.stringify(transcript.lines),
          path: JSON.stringify(transcript.path),
          answers: JSON.stringify(transcript.answers),
        })
        .execute();
    if (recording) await fileRecording(tx, key, recording);
    return true;
  });

const fileRecording = async (
  tx: Transaction<Tables>,
  key: { readonly merchant_id: string; readonly call_id: string },
  recording: NonNullable<Ending['recording']>,
): Promise<void> => {
  const file = await tx
    .insertInto('file')
    .values({
      merchant_id: key.merchant_id,
      path: `recordings/${recording.file}`,
      name: `${key.call_id}.wav`,
      mime: 'audio/wav',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('call_recording')
    .values({ ...key, file_id: file.id, duration_ms: Math.round(recording.durationMs), bytes: recording.bytes })
    .execute();
  const durationMs = Math.round(recording.durationMs);
  await addJob(tx, PEAKS_JOB, { merchantId: key.merchant_id, call: key.call_id, file: recording.file, durationMs });
};

/** A call whose process died. */
export interface Orphan extends Claim {
  readonly lineId: string;
  readonly file: string | null;
  /** What a BYE needs, or a CANCEL where nobody had answered. */
  readonly dialog: unknown;
  readonly placedAt: Date;
  readonly answeredAt: Date | null;
}

/**
 * Takes the calls of dead nodes, and of `owner` those whose lease ran out because nobody here knows them (a claim whose
 * answer was lost); with `ownToo` all of `owner`, whose earlier life has ended. The fence goes up, so that whoever
 * thinks it still owns one changes nothing.
 */
export const takeOrphans = async (db: HouseDb, owner: string, ownToo: boolean): Promise<readonly Orphan[]> => {
  const { rows } = await sql<{
    merchant_id: string;
    id: string;
    fence: number;
    line_id: string;
    file: string | null;
    dialog: unknown;
    placed_at: Date;
    answered_at: Date | null;
  }>`
    update call set owner = ${owner}, fence = fence + 1, leased_until = now() + ${LEASE}
    where stage in ('dialling', 'talking') and (
      (owner = ${owner} and (${ownToo} or leased_until < now())) or (owner <> ${owner} and leased_until < now() and not exists (
        select from calls_node n where n.id = call.owner and n.heartbeat_at > now() - interval '15 seconds')))
    returning merchant_id, id, fence, line_id, file, dialog, placed_at, answered_at`.execute(db);
  return rows.map(row => ({
    merchantId: row.merchant_id,
    call: row.id,
    fence: row.fence,
    lineId: row.line_id,
    file: row.file,
    dialog: row.dialog,
    placedAt: row.placed_at,
    answeredAt: row.answered_at,
  }));
};

export interface NodeBeat {
  readonly id: string;
  readonly address: string;
  readonly workers: number;
  /** Calls that live in it: their leases are renewed. */
  readonly calls: readonly string[];
  readonly draining: boolean;
}

/** The node lives, and so do the leases of the calls it knows. */
export const beat = async (db: HouseDb, node: NodeBeat): Promise<void> => {
  const row = { address: node.address, workers: node.workers, calls: node.calls.length, draining: node.draining };
  await db
    .insertInto('calls_node')
    .values({ id: node.id, ...row })
    .onConflict(conflict => conflict.column('id').doUpdateSet({ ...row, heartbeat_at: sql<Date>`now()` }))
    .execute();
  if (node.calls.length === 0) return;
  await sql`
    update call set leased_until = now() + ${LEASE}
    where owner = ${node.id} and stage in ('dialling', 'talking') and id = any(${[...node.calls]}::bigint[])`.execute(
    db,
  );
};

/** Nodes that live and take calls, for `/readyz`. */
export const livingNodes = async (db: HouseDb) =>
  db
    .selectFrom('calls_node')
    .select(['id', 'workers', 'calls'])
    .where('heartbeat_at', '>', sql<Date>`now() - interval '15 seconds'`)
    .where('draining', '=', false)
    .execute();

export const savePeaks = async (
  db: HouseDb,
  key: { readonly merchantId: string; readonly call: string },
  peaks: { readonly callee: readonly number[]; readonly robot: readonly number[] },
): Promise<void> => {
  await db
    .updateTable('call_recording')
    .set({ peaks: JSON.stringify(peaks) })
    .where('merchant_id', '=', key.merchantId)
    .where('call_id', '=', key.call)
    .execute();
};
