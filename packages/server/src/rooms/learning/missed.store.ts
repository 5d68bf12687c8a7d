import { type Suspicion, suspectsOf } from '@lianxian/core';
import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import { byHand, type MerchantDb, notByHand, type Tables } from '../../platform/db/index.ts';
import type { Ending } from '../dialler/index.ts';

/** Sentences of callees that no rule understood, or likely not rightly (migrations 0020 and 0078), in the scope of who looks. */

/** Longer ones are a talk with somebody else. */
const TEXT_CHARS = 500;

interface FiledLine {
  readonly line: number;
  readonly node: string;
  readonly text: string;
  readonly atMs: number;
  readonly because: Suspicion | null;
}

/** What was not understood of a talk, and what likely not as it was meant. */
const linesOf = ({ transcript, stand }: Pick<Ending, 'transcript' | 'stand'>): readonly FiledLine[] => {
  const lines = transcript?.lines ?? [];
  const hungUp = stand?.how === 'midSentence' || stand?.how === 'afterHearing';
  const suspects = new Map(suspectsOf(lines, { hungUp }).map(({ line, because }) => [line, because]));
  return lines.flatMap(({ line, node, text, atMs, missed }) => {
    const because = suspects.get(line) ?? null;
    return text !== '' && (missed || because !== null) ? [{ line, node, text, atMs, because }] : [];
  });
};

/** Part of the transaction that files a call: what it did not understand is kept beside its transcript. */
export const fileMissed = async (tx: Transaction<Tables>, ending: Ending): Promise<void> => {
  const { merchantId, call } = ending;
  const missed = linesOf(ending);
  if (missed.length === 0) return;
  const texts = missed.map(({ text }) => text.slice(0, TEXT_CHARS).replaceAll('\0', ''));
  await sql`
    insert into missed_line (merchant_id, call_id, line, plan_id, plan_version, node, text, at_ms, at, because)
    select call.merchant_id, call.id, said.line, plan_id, plan_version, said.node, said.text, said.at_ms, listed_at,
      said.because
    from call, unnest(${missed.map(({ line }) => line)}::int[], ${missed.map(({ node }) => node)}::text[],
      ${texts}::text[], ${missed.map(({ atMs }) => Math.round(atMs))}::int[],
      ${missed.map(({ because }) => because)}::text[]) said (line, node, text, at_ms, because)
    where call.merchant_id = ${merchantId} and call.id = ${call}
    on conflict do nothing`.execute(tx);
};

/** What is looked at, newest first: a month of a large merchant, in a few MB. */
const MOST_LINES = 20_000;

interface MissedWish {
  /** Lines that are likely misheard, instead of those that were not understood. */
  readonly suspects?: boolean;
  readonly planId: string;
  readonly since: Date;
  readonly until: Date;
  readonly version: number | null;
  readonly node: string | null;
  /** Trials alone, or none of them. */
  readonly byHand: boolean;
}

export const listMissed = (db: MerchantDb, wish: MissedWish) => {
  const { planId, since, until, version, node, byHand: trials, suspects = false } = wish;
  let query = db
    .selectFrom('call')
    .innerJoin('missedLine as missed', join =>
      join.onRef('missed.merchantId', '=', 'call.merchantId').onRef('missed.callId', '=', 'call.id'),
    )
    .select([
      'missed.callId',
      'missed.line',
      'missed.node',
      'missed.text',
      'missed.atMs',
      'missed.because',
      'call.calleeName',
      'call.level',
      'call.endedNode',
      'call.endedHow',
    ])
    .where('missed.planId', '=', planId)
    .where('missed.because', suspects ? 'is not' : 'is', null)
    .where(trials ? byHand : notByHand)
    .where('missed.at', '>=', since)
    .where('missed.at', '<', until)
    .orderBy('missed.at', 'desc')
    .limit(MOST_LINES);
  if (version !== null) query = query.where('missed.planVersion', '=', version);
  if (node !== null) query = query.where('missed.node', '=', node);
  return query.execute();
};
export type MissedRow = Awaited<ReturnType<typeof listMissed>>[number];

/** Calls whose understood sentences are looked at: newest first. */
const KNOWN_CALLS = 2_000;
const MOST_KNOWN = 20_000;

/** What callees said and words, patterns, likeness or sound understood: a sentence and how often. */
export const listKnown = async (
  db: MerchantDb,
  { planId, since, until, byHand: trials }: MissedWish,
): Promise<readonly { readonly text: string; readonly n: number }[]> => {
  const calls = db
    .selectFrom('call')
    .innerJoin('callTranscript as said', join =>
      join.onRef('said.merchantId', '=', 'call.merchantId').onRef('said.callId', '=', 'call.id'),
    )
    .select('said.lines')
    .where('call.planId', '=', planId)
    .where(trials ? byHand : notByHand)
    .where('call.listedAt', '>=', since)
    .where('call.listedAt', '<', until)
    .where('call.turns', '>', 0)
    .orderBy('call.listedAt', 'desc')
    .limit(KNOWN_CALLS);
  const rows = await calls.execute();
  const counts = new Map<string, number>();
  for (const { lines } of rows)
    for (const { speaker, text, understood } of lines as readonly {
      readonly speaker: string;
      readonly text: string;
      readonly understood: unknown;
    }[]) {
      if (speaker !== 'callee' || understood === null) continue;
      if (counts.size < MOST_KNOWN || counts.has(text)) counts.set(text, (counts.get(text) ?? 0) + 1);
    }
  return [...counts].map(([text, n]) => ({ text, n }));
};

/** Normalised sentences that are left out. */
export const ignoredOf = async (db: MerchantDb, planId: string): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('missedIgnored')
    .select('missedIgnored.said')
    .where('missedIgnored.planId', '=', planId)
    .execute();
  return new Set(rows.map(({ said }) => said));
};

export const ignore = async (db: MerchantDb, planId: string, said: readonly string[]): Promise<void> => {
  const rows = said.map(each => ({ planId, said: each }));
  await db
    .insertInto('missedIgnored', rows)
    .onConflict(conflict => conflict.doNothing())
    .execute();
};

export const heed = async (db: MerchantDb, planId: string, said: readonly string[]): Promise<void> => {
  await db
    .deleteFrom('missedIgnored')
    .where('missedIgnored.planId', '=', planId)
    .where('missedIgnored.said', 'in', said)
    .execute();
};
