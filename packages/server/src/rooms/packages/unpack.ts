import type { Plan, PlanLicence } from '@lianxian/core';
import type { MerchantDb } from '../../platform/db/index.ts';
import { refuse } from '../../platform/http/index.ts';
import { ofJsonBytes } from '../../platform/json-bytes.ts';
import { writeFills } from '../customer-fills/index.ts';
import { countNamed, type DraftBy, insertDraft, refuseStrangeVoice } from '../plans/index.ts';
import { insertFirstVersion } from '../publishing/index.ts';
import { insertGuide } from '../research/index.ts';
import { type BenchOf, importTests } from '../talks/index.ts';
import { importVoices } from '../voices/index.ts';
import type { UnpackedPlan, UnpackWork } from './look-through.ts';
import { numberOf } from './signers.store.ts';

const reading = new URL('./plan-file.thread.ts', import.meta.url);

/**
 * A plan file or package, looked through on the bench: all of it can be kept as it is. `closed`: as a closed plan, of which its
 * holder's rows have none of its author's names (decision 131).
 */
export const unpackPlan = (
  { bench }: BenchOf,
  bytes: Uint8Array,
  { closed = false }: { readonly closed?: boolean } = {},
): Promise<UnpackedPlan> => bench.run<UnpackedPlan>(reading, { bytes, closed } satisfies UnpackWork);

interface TakeAs {
  readonly name: string;
  /** What its new holder may do with it. */
  readonly licence: PlanLicence;
  readonly by: DraftBy;
  /** Published at once, by its merchant's library and base voices; else it is a draft. */
  readonly publish?: { readonly note: string };
}

interface TakenPlan {
  readonly id: string;
  /** Null: a draft. */
  readonly version: number | null;
  /** Recordings that came, and those that were there already and stay as they are. */
  readonly voices: number;
  readonly keptVoices: number;
  readonly tests: number;
  /** Other plans of this name; they stay as they are. */
  readonly namesakes: number;
}

/** Refuses a package that was given to another merchant. */
const refuseAnothers = async (tx: MerchantDb, { only }: UnpackedPlan): Promise<void> => {
  if (only !== '' && (await numberOf(tx)) !== only) throw refuse('planFileForAnother', { number: only });
};

/** A new plan of a package with what belongs to it; part of the transaction it is called in. */
export const insertUnpacked = async (
  tx: MerchantDb,
  unpacked: UnpackedPlan,
  { name, licence, by, publish }: TakeAs,
): Promise<TakenPlan> => {
  const { kept, tests, voices, guide, fills, signedBy } = unpacked;
  await refuseAnothers(tx, unpacked);
  await refuseStrangeVoice(tx, kept);
  const namesakes = await countNamed(tx, name);
  const id = await insertDraft(tx, { ...kept, name }, by, { licence, signedBy });
  const added = await importVoices(tx, id, voices, by);
  await insertGuide(tx, id, guide);
  await writeFills(tx, id, fills);
  const came = await importTests(tx, id, tests, by);
  const graph = { ...ofJsonBytes<Plan>(kept.json), name };
  const version = publish === undefined ? null : await insertFirstVersion(tx, { id, graph, by, note: publish.note });
  return { id, version, voices: added, keptVoices: voices.length - added, tests: came, namesakes };
};
