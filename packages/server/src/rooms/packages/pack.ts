import { setImmediate as breath } from 'node:timers/promises';
import { draftGraphOf } from '@lianxian/contract';
import { type FileLicence, houseVoice, mayPassOn, type Plan, withOwnWords, withoutPeople } from '@lianxian/core';
import type { MerchantDb } from '../../platform/db/index.ts';
import { refuse } from '../../platform/http/index.ts';
import { jsonBytes } from '../../platform/json-bytes.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { readFills } from '../customer-fills/index.ts';
import { licenceOf } from '../plans/index.ts';
import { handsOver, peopleOf, readDraft, readVersion } from '../publishing/index.ts';
import { guideOf } from '../research/index.ts';
import { exportTests, maskedTests } from '../talks/index.ts';
import { exportVoices } from '../voices/index.ts';
import { type PackageAbout, readAbout } from './about.ts';
import { writePlanFile } from './plan-file.ts';
import { signerFor } from './signers.store.ts';

interface PackWhat {
  readonly planId: string;
  /** Left out: the draft. A version is packed with the words it took from its merchant's library as its own. */
  readonly version?: number;
  /** What whoever has the package may do with it. */
  readonly licence: FileLicence;
  /** The number of the merchant who alone may take it. */
  readonly only?: string;
  readonly about?: PackageAbout;
  /** Test conversations with whole numbers of callees. */
  readonly showsPhones: boolean;
}

/** A plan with all that belongs to it, signed by its merchant (decision 132). */
export interface PackedPlan {
  readonly bytes: Buffer;
  readonly name: string;
  /** Public key of its merchant. */
  readonly signedBy: string;
}

/** A voice service is its merchant's: elsewhere a plan of a file speaks by the voice that is chosen there, as fast as here. */
const withoutService = (plan: Plan): Plan => {
  const { defaults } = plan;
  if (defaults.voice?.by === undefined || defaults.voice.by.service === houseVoice) return plan;
  const { by: _, ...voice } = defaults.voice;
  return { ...plan, defaults: { ...defaults, voice } };
};

const graphOf = async (db: MerchantDb, { planId, version }: PackWhat): Promise<{ name: string; graph: Plan }> => {
  if (version === undefined) return await readDraft(db, planId);
  const { graph } = await readVersion(db, planId, version);
  return { name: graph.name, graph: draftGraphOf(withOwnWords(graph, graph.borrowed ?? [])) };
};

/** Refuses a plan whose own licence forbids to give it away so. */
const refuseToPassOn = async (db: MerchantDb, { planId, licence }: PackWhat): Promise<void> => {
  const held = await licenceOf(db, planId);
  if (held === undefined) throw refuse('notFound', { what: 'plan' });
  if (held === 'closed') throw refuse('planClosed');
  if (!mayPassOn(held, licence)) throw refuse('planNotYours');
};

/** @throws notFound @throws planClosed @throws planNotYours */
export const packPlan = async (
  { db, secrets }: { readonly db: MerchantDb; readonly secrets: Secrets },
  what: PackWhat,
): Promise<PackedPlan> => {
  const { planId, licence, only = '', about = readAbout({}) } = what;
  await refuseToPassOn(db, what);
  const { name, graph } = await graphOf(db, what);
  const tests = await exportTests(db, planId);
  const named = handsOver(graph) ? withoutPeople(graph, await peopleOf(db)) : graph;
  const signer = await signerFor(db, secrets);
  const voices = await exportVoices(db, planId, graph);
  const bytes = await writePlanFile(
    {
      licence,
      only,
      about,
      graph: jsonBytes(withoutService(named)),
      tests: what.showsPhones ? tests : maskedTests(tests),
      guide: await guideOf(db, planId),
      fills: await readFills(db, planId),
      voices: voices.map(({ sound, ...said }) => ({ about: said, sound })),
    },
    signer,
    breath,
  );
  return { bytes, name, signedBy: signer.publicKey };
};
