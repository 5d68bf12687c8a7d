import { createHash } from 'node:crypto';
import type { Noun } from '@lianxian/contract';
import type { Plan, PlanFault } from '@lianxian/core';
import type { MerchantDb } from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { borrowedFor } from '../keywords/index.ts';
import { draftHead, draftJson, versionExists, versionJson } from '../plans/index.ts';
import { baseWords } from '../voices/index.ts';
import type { PlanOfWork, TalkAnswer, TalkAnswers, TalkWork, WrittenPlan } from './work.thread.ts';

/** A plan that is to be talked to: its key is another where anything of it is. */
interface OpenPlan {
  readonly key: string;
  readonly rev: number;
  /** For a thread that does not have it yet; a draft that was saved meanwhile comes with a key of its own. */
  readonly read: () => Promise<Required<PlanOfWork>>;
}

const gone = (what: Noun) => refuse('notFound', { what });

/**
 * The draft as it was saved last, or a published version; refuses what is not there. A draft whose words changed in the
 * common library is another one. Its graph is read as bytes, and only where no thread has it: parsing some MB would keep
 * everybody's pages waiting.
 */
export const openPlan = async (db: MerchantDb, planId: string, version?: number): Promise<OpenPlan> => {
  if (version === undefined) return openDraft(db, planId);
  if (!(await versionExists(db, planId, version))) throw gone('planVersion');
  const key = `${db.merchantId} ${planId} version ${version}`;
  return {
    key,
    rev: 0,
    read: async () => {
      const json = await versionJson(db, planId, version);
      if (json === undefined) throw gone('planVersion');
      return { key, rev: 0, plan: { json } };
    },
  };
};

const openDraft = async (db: MerchantDb, planId: string): Promise<OpenPlan> => {
  const head = await draftHead(db, planId);
  if (head === undefined) throw gone('plan');
  const words = await frozenWords(db, head.groups);
  const digest = createHash('sha256')
    .update(JSON.stringify([words.borrowed ?? [], words.base ?? {}]))
    .digest('base64');
  const keyOf = (rev: number): string => `${db.merchantId} ${planId} draft ${rev} ${digest}`;
  return {
    key: keyOf(head.rev),
    rev: head.rev,
    read: async () => {
      const draft = await draftJson(db, planId);
      if (draft === undefined) throw gone('plan');
      const { rev, name, json } = draft;
      return { key: keyOf(rev), rev, plan: { json, with: { ...words, name } } };
    },
  };
};

/** The words of these groups, and of base voices, as they are now. */
const frozenWords = async (db: MerchantDb, groups: readonly string[]): Promise<Pick<Plan, 'borrowed' | 'base'>> => ({
  ...(await baseWords(db)),
  ...(groups.length === 0 ? {} : { borrowed: await borrowedFor(db, groups) }),
});

/** The words of groups a draft uses, and of base voices, as they are now: what publishing would freeze. */
export const withBorrowed = async (db: MerchantDb, { base: _, ...plan }: Plan): Promise<Plan> => {
  const groups = [...plan.intents, ...plan.knowledge].flatMap(({ groups = [] }) => groups);
  return { ...plan, ...(await frozenWords(db, groups)) };
};

/** Who asks; his merchant's share of the bench is taken. */
export type BenchOf = Pick<SignedInContext, 'bench'>;

const program = new URL('./work.thread.ts', import.meta.url);

/** All faults of a plan, told in a thread: a large one takes a second. */
export const faultsOnBench = async ({ bench }: BenchOf, plan: WrittenPlan): Promise<readonly PlanFault[]> => {
  const told = await bench.run<TalkAnswer<'faults'>>(program, { does: 'faults', plan } satisfies TalkWork);
  return told.is === 'done' ? told.answer : [];
};

type WithPlan = Exclude<TalkWork, { does: 'faults' }>;
type Without<T> = T extends WithPlan ? Omit<T, 'of'> : never;

/**
 * Has work done with a plan, in a thread that may have it ready already; only one that has not is sent the plan. Refuses a
 * draft that is too broken to talk.
 */
export const workOnBench = async <Does extends WithPlan['does']>(
  { bench }: BenchOf,
  { key, rev, read }: OpenPlan,
  work: Without<Extract<WithPlan, { does: Does }>>,
): Promise<TalkAnswers[Does]> => {
  const ask = (of: PlanOfWork) => bench.run<TalkAnswer<Does>>(program, { ...work, of });
  const told = await bench.inTurn(async () => {
    const first = await ask({ key, rev });
    return first.is === 'unknownPlan' ? ask(await read()) : first;
  });
  if (told.is === 'done') return told.answer;
  throw refuse('talkFaulty', { count: told.is === 'faulty' ? told.count : 0 });
};
