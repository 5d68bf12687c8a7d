/** The thread in which lines of some days are read again: records come as text and are parsed here. */
import { serialize } from 'node:v8';
import { type CompiledPlan, compileWhole, type Plan } from '@lianxian/core';
import { compileDraft } from '@lianxian/core/simulation';
import { serveBench } from '../../platform/bench-thread.ts';
import { openByteCache } from '../../platform/byte-cache.ts';
import { ofJsonBytes } from '../../platform/json-bytes.ts';
import { syllablesOf } from '../../platform/words/syllables.ts';
import { type Reread, type RereadCall, reread } from './reread.policy.ts';

export interface PlanBytes {
  readonly key: string;
  readonly json: Uint8Array;
  readonly with?: Partial<Plan>;
}

export interface RereadWork {
  readonly draft: PlanBytes;
  readonly versions: readonly (PlanBytes & { readonly version: number })[];
  readonly calls: readonly (Omit<RereadCall, 'lines'> & { readonly lines: string })[];
}

/** The draft and the versions of a plan, read in many parts. */
const KEPT_BYTES = 32 * 1_048_576;
const kept = openByteCache<CompiledPlan>(KEPT_BYTES);

const compiled = ({ key, json, with: more }: PlanBytes): CompiledPlan => {
  const known = kept.find(key);
  if (known) return known;
  const plan = { ...ofJsonBytes<Plan>(json), ...more };
  const draft = compileDraft(plan, syllablesOf);
  const made = draft.ok ? draft.compiled : compileWhole(plan, syllablesOf);
  kept.keep(key, made, serialize(made).length);
  return made;
};

serveBench<RereadWork>(({ draft, versions, calls }): Reread => {
  const made = new Map(versions.map(({ version, ...plan }) => [version, plan]));
  const read = calls.map(call => ({ ...call, lines: JSON.parse(call.lines) as RereadCall['lines'] }));
  const version = (n: number) => {
    const plan = made.get(n);
    return plan && compiled(plan);
  };
  return reread(read, { draft: compiled(draft), version }, syllablesOf);
});
