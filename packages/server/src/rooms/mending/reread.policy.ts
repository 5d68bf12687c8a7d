import type { LineReading, RereadLine } from '@lianxian/contract';
import {
  type CompiledPlan,
  type LineRead,
  maskLines,
  readLine,
  type SyllablesOf,
  suspectsOf,
  type TalkedLine,
  type Understood,
} from '@lianxian/core';

/** A call as far as its lines are read again. */
export interface RereadCall {
  readonly id: string;
  readonly version: number;
  /** When it began by the merchant's clock. */
  readonly date: string;
  readonly minute: number;
  readonly hungUp: boolean;
  readonly lines: readonly KeptLine[];
}

type KeptLine = TalkedLine & {
  readonly atMs: number;
  readonly understood: Understood | null;
  readonly missed?: boolean;
};

export interface Reread {
  readonly lines: number;
  readonly same: number;
  readonly better: number;
  readonly worse: number;
  readonly changes: readonly RereadLine[];
}

interface Plans {
  readonly draft: CompiledPlan;
  /** With which a call was made; undefined: nobody has it. */
  readonly version: (version: number) => CompiledPlan | undefined;
}

/** So many of a part are listed; all are counted. */
const MOST_CHANGES = 300;

/**
 * Lines that awaited an understanding, each at its node by the draft. What it makes otherwise of one counts only where the
 * version of the call, read the same way, does not: the talk around a line (a prompt, a limit, a model) is no change of the draft.
 * Understood where it was not, or otherwise where it was likely misheard, is better; the rest of what changes is worse.
 */
export const reread = (calls: readonly RereadCall[], plans: Plans, syllablesOf: SyllablesOf): Reread => {
  const sums = { lines: 0, same: 0, better: 0, worse: 0 };
  const changes: RereadLine[] = [];
  const read = readerOf(syllablesOf);
  for (const call of calls) {
    const suspects = new Set(suspectsOf(call.lines, call).map(({ line }) => line));
    const ofCallee = call.lines.filter(({ speaker }) => speaker === 'callee');
    const shown = maskLines(ofCallee.map(({ text }) => text));
    for (const [at, line] of ofCallee.entries()) {
      const changed = isAwaited(line) ? changeOf(line, call, plans, read) : null;
      if (changed === null) continue;
      sums.lines += 1;
      const is = changed === 'same' ? 'same' : isBetter(changed, suspects.has(line.line)) ? 'better' : 'worse';
      sums[is] += 1;
      if (changed === 'same' || is === 'same' || changes.length >= MOST_CHANGES) continue;
      const { line: number, atMs, node } = line;
      changes.push({ callId: call.id, line: number, atMs, text: shown[at] ?? '', node, ...changed, is });
    }
  }
  return { ...sums, changes };
};

/** Keys and what a model told are not read by words. */
const isAwaited = ({ understood, missed, text }: KeptLine): boolean =>
  text !== '' && (understood === null ? missed === true : understood.by !== 'key' && understood.by !== 'model');

interface Change {
  readonly was: LineReading | null;
  readonly becomes: LineReading | null;
}

const isBetter = ({ was, becomes }: Change, isSuspect: boolean): boolean =>
  was === null || (isSuspect && was !== becomes);

/** Null: the draft has no such node any more. */
const changeOf = (line: KeptLine, call: RereadCall, { draft, version }: Plans, read: Read): Change | 'same' | null => {
  const now = read(draft, line, call);
  if (now === null) return null;
  const kept = line.understood && readingOf(line.understood, '');
  const becomes = now.understood && readingOf(now.understood, now.value);
  const isChoice = now.understood?.by === 'choice' || line.understood?.by === 'choice';
  if (kept?.meaning === becomes?.meaning && !isChoice) return 'same';
  const made = version(call.version);
  const before = made && read(made, line, call);
  const was = before ? before.understood && readingOf(before.understood, before.value) : kept;
  const isSame = was?.meaning === becomes?.meaning && (!before || was?.value === becomes?.value);
  return isSame ? 'same' : { was, becomes };
};

const readingOf = ({ meaning, name }: Understood, value: string): LineReading => ({ meaning, name, value });

type Read = (plan: CompiledPlan, line: KeptLine, call: RereadCall) => LineRead | null;

/** The same words at the same node on the same day are read once. */
const readerOf = (syllablesOf: SyllablesOf): Read => {
  const known = new Map<CompiledPlan, Map<string, LineRead | null>>();
  const spoken = new Map<string, readonly string[]>();
  return (plan, { node, text }, { date, minute }) => {
    const of = known.get(plan) ?? new Map<string, LineRead | null>();
    known.set(plan, of);
    const asksWhen = plan.nodes.get(node);
    const asked = asksWhen?.kind === 'collect' && asksWhen.accepts.type === 'date' ? { date, minute } : null;
    const key = `${node}\n${asked ? `${date} ${minute}` : ''}\n${text}`;
    const found = of.get(key);
    if (found !== undefined) return found;
    const syllables = spoken.get(text) ?? syllablesOf(text);
    spoken.set(text, syllables);
    const made = readLine(plan, { node, text, syllables, asked });
    of.set(key, made);
    return made;
  };
};
