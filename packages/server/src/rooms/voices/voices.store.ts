import type { Plan } from '@lianxian/core';
import { type RawBuilder, sql } from 'kysely';
import { latestVersion, type MerchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import type { Goes } from '../removals/index.ts';
import type { MadeSound } from './make-sound.ts';

/** A sound nobody saved is gone after so long, and that of a recording nobody took back. */
const UNSAVED_HOURS = 24;
/** Sounds swept with one upload. */
const SWEPT = 50;
/** More recordings of one text, or texts of one question, are not looked at. */
const MOST_FOUND = 20_000;

/** Of the sound, which lies outside its row uncompressed: its length is known without reading it. */
const audioBytes = sql<number>`length(voice_sound.audio)`;
/** A-law at 8 kHz. */
const BYTES_PER_MS = 8;

const newest = sql<boolean>`plan_version.version = ${latestVersion('planVersion.merchantId', 'planVersion.planId')}`;

/** 64 bits of a text's name: a plan of ten thousand sentences keeps 80 kB of what it says, and lists look nowhere else. */
export const hashOf = (key: RawBuilder<string>) => sql<string>`('x' || left(md5(${key}), 16))::bit(64)::bigint`;

/** Texts by their names, as rows of plans and versions keep them (`said`). */
export const hashesOfTexts = (keys: readonly string[]) =>
  sql<readonly string[]>`array(select distinct ${hashOf(sql`said.key`)} from unnest(${[...keys]}::text[]) said(key))`;

const voiceHash = hashOf(sql`voice.key`);

const voices = (db: MerchantDb) =>
  db
    .selectFrom('voice')
    .innerJoin('voiceSound', join =>
      join.onRef('voiceSound.merchantId', '=', 'voice.merchantId').onRef('voiceSound.hash', '=', 'voice.sound'),
    )
    .leftJoin('employee', join =>
      join.onRef('employee.merchantId', '=', 'voice.merchantId').onRef('employee.id', '=', 'voice.changedBy'),
    )
    .select([
      'voice.id',
      'voice.text',
      'voice.key',
      'voice.kind',
      'voice.use',
      'voice.speaker',
      'voice.source',
      'voice.sound',
      'voice.chosen',
      'voice.planId',
      'voice.place',
      'voice.changedAt',
      'voiceSound.peaks',
      'employee.name as by',
      audioBytes.as('bytes'),
    ]);

export const findVoice = (db: MerchantDb, id: string) => voices(db).where('voice.id', '=', id).executeTakeFirst();

/** Recordings of these texts, and all recorded for this plan, oldest first; a place of another plan is none here. */
export const voicesFor = async (db: MerchantDb, keys: readonly string[], planId: string | null) => {
  const found = await voices(db)
    .where(eb =>
      eb.or([
        eb('voice.key', '=', sql<string>`any(${[...keys]}::text[])`),
        ...(planId === null ? [] : [eb('voice.planId', '=', planId)]),
      ]),
    )
    .orderBy('voice.id')
    .limit(MOST_FOUND)
    .execute();
  return found.map(voice => (voice.planId === planId ? voice : { ...voice, place: '' }));
};

export const voicesOfKind = (db: MerchantDb, kind: 'base' | 'piece', speaker: string | undefined) => {
  const found = voices(db).where('voice.kind', '=', kind).orderBy('voice.id').limit(MOST_FOUND);
  return (speaker === undefined ? found : found.where('voice.speaker', '=', speaker)).execute();
};

interface VoiceFilter {
  readonly q: string;
  readonly kind?: 'sentence' | 'base' | 'piece' | undefined;
  readonly speaker?: string | undefined;
  /** Of its sound. */
  readonly minMs?: number | undefined;
  readonly maxMs?: number | undefined;
  /** Those whose text this plan says, in its draft or as published. */
  readonly planId?: string | undefined;
}

export const listVoices = async (
  db: MerchantDb,
  { q, kind, speaker, minMs, maxMs, planId }: VoiceFilter,
  page: { readonly after: string | undefined; readonly limit: number },
) => {
  const matching = <T extends ReturnType<typeof voices>>(query: T): T => {
    let found = query as ReturnType<typeof voices>;
    if (q !== '')
      found = found.where(
        sql<boolean>`(position(lower(${q}) in lower(voice.text)) > 0 or position(lower(${q}) in lower(voice.speaker)) > 0)`,
      );
    if (kind !== undefined) found = found.where('voice.kind', '=', kind);
    if (speaker !== undefined) found = found.where('voice.speaker', '=', speaker);
    if (minMs !== undefined) found = found.where(audioBytes, '>=', minMs * BYTES_PER_MS);
    if (maxMs !== undefined) found = found.where(audioBytes, '<=', maxMs * BYTES_PER_MS);
    if (planId !== undefined)
      found = found.where(sql<boolean>`${voiceHash} in (
        select unnest(plan.draft_said) from plan where plan.merchant_id = voice.merchant_id and plan.id = ${planId}
        union all
        select unnest(plan_version.said) from plan_version
        where plan_version.merchant_id = voice.merchant_id and plan_version.plan_id = ${planId} and ${newest})`);
    return found as T;
  };
  let rows = matching(voices(db)).select(sql<string>`${voiceHash}::text`.as('hash'));
  if (page.after !== undefined) rows = rows.where('voice.id', '<', page.after);
  const { total } = await matching(voices(db))
    .clearSelect()
    .select(eb => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows: await rows.orderBy('voice.id', 'desc').limit(page.limit).execute(), total: Number(total) };
};

export const speakersOf = async (db: MerchantDb): Promise<string[]> =>
  (
    await db
      .selectFrom('voice')
      .select('voice.speaker')
      .distinct()
      .where('voice.speaker', '<>', '')
      .orderBy('voice.speaker')
      .limit(200)
      .execute()
  ).map(({ speaker }) => speaker);

/** Whoever takes the recordings of a file into the library, for this plan, holds it: what comes twice at once is there once. */
export const lockLibrary = async (tx: MerchantDb, planId: string): Promise<void> => {
  await tx
    .selectFrom('plan')
    .select(sql`pg_advisory_xact_lock(hashtextextended(${`voices ${tx.merchantId}`}, 0))`.as('held'))
    .where('plan.id', '=', planId)
    .execute();
};

export const countVoices = async (db: MerchantDb): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('voice')
        .select(eb => eb.fn.countAll<string>().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );

/** Keeps sounds, each once in the list; one that is there already stays one. */
export const keepSounds = async (db: MerchantDb, sounds: readonly MadeSound[], at: Date): Promise<void> => {
  if (sounds.length === 0) return;
  const rows = sounds.map(({ sound, audio, peaks }) => ({
    hash: sound,
    audio: Buffer.from(audio),
    peaks: Buffer.from(peaks),
    madeAt: at,
  }));
  await db
    .insertInto('voiceSound', rows)
    .onConflict(on => on.columns(['merchantId', 'hash']).doUpdateSet({ madeAt: at }))
    .execute();
};

/** No recording is made of it, and nothing that was handed in of an order. */
const isNobodys = sql<boolean>`not exists (select from voice
    where voice.merchant_id = voice_sound.merchant_id and voice.sound = voice_sound.hash)
  and not exists (select from record_sentence s
    where s.merchant_id = voice_sound.merchant_id and s.sound = voice_sound.hash)`;

/** Sounds that were uploaded and never saved go. */
export const sweepSounds = async (db: MerchantDb, at: Date): Promise<void> => {
  const stale = await db
    .selectFrom('voiceSound')
    .select('voiceSound.hash')
    .where('voiceSound.madeAt', '<', new Date(at.getTime() - UNSAVED_HOURS * 3_600_000))
    .where(isNobodys)
    .limit(SWEPT)
    .execute();
  for (const { hash } of stale) await dropSound(db, hash);
};

/** A sound whose recording was removed is kept as one that nobody saved: for a day from now. */
export const keepSoundOn = async (db: MerchantDb, hash: string, at: Date): Promise<void> => {
  await db.updateTable('voiceSound').set({ madeAt: at }).where('voiceSound.hash', '=', hash).execute();
};

/** Forgets a sound unless a voice names it or a version was published with it; a running task may still speak it. */
export const dropSound = async (db: MerchantDb, hash: string): Promise<void> => {
  await db
    .deleteFrom('voiceSound')
    .where('voiceSound.hash', '=', hash)
    .where(isNobodys)
    .where(sql<boolean>`not exists (select from plan_version v
      where v.merchant_id = voice_sound.merchant_id
        and jsonb_path_exists(v.graph, '$.recorded.*[*] ? (@ == $hash)', jsonb_build_object('hash', voice_sound.hash)))`)
    .execute();
};

/** Sounds by their names, in one statement. */
export const soundsNamed = async (
  db: MerchantDb,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, { readonly audio: Uint8Array; readonly peaks: Uint8Array }>> => {
  const rows = await db
    .selectFrom('voiceSound')
    .select(['voiceSound.hash', 'voiceSound.audio', 'voiceSound.peaks'])
    .where('voiceSound.hash', '=', sql<string>`any(${[...hashes]}::text[])`)
    .execute();
  return new Map(rows.map(({ hash, ...sound }) => [hash, sound]));
};

export const findSound = (db: MerchantDb, hash: string) =>
  db
    .selectFrom('voiceSound')
    .select(['voiceSound.audio', 'voiceSound.peaks'])
    .where('voiceSound.hash', '=', hash)
    .executeTakeFirst();

/** A recording of the library with its words, for a synthesiser that copies its voice. A-law. */
export const recordingToCopy = async (
  db: MerchantDb,
  id: string,
): Promise<{ readonly words: string; readonly sound: string; readonly audio: Uint8Array } | null> =>
  (await db
    .selectFrom('voice')
    .innerJoin('voiceSound', join =>
      join.onRef('voiceSound.merchantId', '=', 'voice.merchantId').onRef('voiceSound.hash', '=', 'voice.sound'),
    )
    .select(['voice.text as words', 'voice.sound', 'voiceSound.audio'])
    .where('voice.id', '=', id)
    .executeTakeFirst()) ?? null;

/**
 * A recording by its name, for whoever voices a call: the name is the hash of the sound itself, so it is the same sound
 * whosever it is, and who does not have it cannot name it.
 */
export const recordingByName = async (db: UnscopedDb, name: string): Promise<Uint8Array | null> =>
  (await db.selectFrom('voiceSound').select('audio').where('hash', '=', name).limit(1).executeTakeFirst())?.audio ??
  null;

export interface NewVoice {
  readonly text: string;
  readonly key: string;
  readonly kind: 'sentence' | 'base' | 'piece';
  readonly use: string;
  readonly speaker: string;
  readonly source: 'upload' | 'microphone' | 'file';
  readonly sound: string;
  readonly chosen: boolean;
  readonly planId: string | null;
  readonly place: string;
  readonly changedBy: string | null;
  readonly changedAt: Date;
}

export const insertVoice = async (db: MerchantDb, voice: NewVoice): Promise<string> =>
  (await db.insertInto('voice', voice).returning('voice.id').executeTakeFirstOrThrow()).id;

export const insertVoices = async (db: MerchantDb, voices: readonly NewVoice[]): Promise<void> => {
  if (voices.length > 0) await db.insertInto('voice', voices).execute();
};

export const updateVoice = async (db: MerchantDb, id: string, change: Partial<NewVoice>): Promise<void> => {
  await db.updateTable('voice').set(change).where('voice.id', '=', id).execute();
};

export const voiceGoes = ({ merchantId }: MerchantDb, id: string): Goes => ({
  table: 'voice',
  where: sql`kept.merchant_id = ${merchantId} and kept.id = ${id}`,
});

/** Whether it was there. */
export const removeVoice = async (db: MerchantDb, id: string): Promise<boolean> =>
  (await db.deleteFrom('voice').where('voice.id', '=', id).executeTakeFirst()).numDeletedRows > 0n;

/** A plan whose published version speaks this sound; one by name is enough to say no. */
export const publishedPlanUsing = async (db: MerchantDb, sound: string): Promise<string | null> =>
  (
    await db
      .selectFrom('plan')
      .innerJoin('planVersion', join =>
        join.onRef('planVersion.merchantId', '=', 'plan.merchantId').onRef('planVersion.planId', '=', 'plan.id'),
      )
      .select('plan.name')
      .where('plan.removedAt', 'is', null)
      .where(newest)
      .where(
        sql<boolean>`jsonb_path_exists(plan_version.graph, '$.recorded.*[*] ? (@ == $hash)', jsonb_build_object('hash', ${sound}::text))`,
      )
      .limit(1)
      .executeTakeFirst()
  )?.name ?? null;

/** Plans, each with its newest version where it has one. */
const withNewest = (db: MerchantDb) =>
  db
    .selectFrom('plan')
    .leftJoin('planVersion', join =>
      join
        .onRef('planVersion.merchantId', '=', 'plan.merchantId')
        .onRef('planVersion.planId', '=', 'plan.id')
        .on(newest),
    )
    .where('plan.removedAt', 'is', null);

/** More plans, of the newest, are not looked at. */
const MOST_PLANS = 1_000;

/** Which plans say which of these texts (by their `hash`), in the draft or as published. */
export const plansSaying = async (db: MerchantDb, hashes: readonly string[]) => {
  const asked = sql`${[...hashes]}::bigint[]`;
  const of = (said: RawBuilder<unknown>) =>
    sql<readonly string[]>`array(select one::text from unnest(${said}) one where one = any(${asked}))`;
  return await withNewest(db)
    .select(['plan.id', 'plan.name'])
    .select([
      of(sql`coalesce(plan.draft_said, plan_version.said)`).as('draft'),
      of(sql`plan_version.said`).as('published'),
    ])
    .orderBy('plan.id', 'desc')
    .limit(MOST_PLANS)
    .execute();
};

/** A plan as it is edited: its draft, or the newest version of one that has none. */
export const draftGraph = async (db: MerchantDb, id: string): Promise<Plan | undefined> => {
  const row = await withNewest(db)
    .select(sql<Plan | null>`coalesce(plan.draft, plan_version.graph)`.as('graph'))
    .where('plan.id', '=', id)
    .executeTakeFirst();
  return row?.graph ?? undefined;
};

/** The newest version of a plan and the service it speaks by, null: none; undefined: no such plan. */
export const publishedVoice = (db: MerchantDb, id: string) =>
  withNewest(db)
    .select('planVersion.version')
    .select(sql<string | null>`plan_version.graph #>> '{defaults,voice,by,service}'`.as('service'))
    .where('plan.id', '=', id)
    .executeTakeFirst();
