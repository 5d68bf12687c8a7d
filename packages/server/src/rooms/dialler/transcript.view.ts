import { keyedText } from '@lianxian/contract';
import type { Answered, Ask, ConversationNote, ConversationSummary, Exit, Instant, Understood } from '@lianxian/core';

/**
 * What was said, as a record keeps it: notes of the conversation (facts with instants) folded into lines, path and
 * answers, in ms since the answer, where the player seeks. An interrupted call has no `ended` note: what is known is
 * kept all the same.
 */
export interface Transcript {
  readonly lines: readonly TranscriptLine[];
  readonly path: readonly PathStep[];
  readonly answers: readonly KeptAnswer[];
}

export interface TranscriptLine {
  readonly line: number;
  readonly speaker: 'robot' | 'callee';
  readonly atMs: number;
  readonly endMs: number | null;
  readonly text: string;
  readonly node: string;
  readonly understood: Understood | null;
  /** The robot asked and did not understand this answer. */
  readonly missed?: true;
  readonly interruptedAfterMs: number | null;
}

export interface PathStep {
  readonly node: string;
  readonly name: string;
  readonly knowledge: boolean;
  readonly atMs: number;
  readonly leftBy: Exit | '';
  /** The merchant's own name of that exit. */
  readonly leftName: string;
  readonly asked?: readonly AskedStep[];
}

/** Something asked of the world at a node, and what came of it. */
export interface AskedStep {
  readonly kind: Ask['type'];
  readonly target: string;
  readonly outcome: 'waiting' | Answered['type'];
  /** Of a failure alone. */
  readonly because: string;
}

export interface KeptAnswer {
  readonly label: string;
  readonly value: string;
  readonly atMs: number | null;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export const transcriptOf = (notes: readonly ConversationNote[], answeredAt: Instant): Transcript => {
  const ms = (at: Instant): number => Math.max(0, Math.round(at - answeredAt));
  const lines = new Map<number, Mutable<TranscriptLine>>();
  const path: Mutable<PathStep>[] = [];
  const answers = new Map<string, KeptAnswer>();

  const calleeLine = (
    note: { readonly line: number; readonly at: Instant },
    text: string,
    more: Partial<TranscriptLine>,
  ) => {
    const before = lines.get(note.line);
    lines.set(note.line, {
      line: note.line,
      speaker: 'callee',
      atMs: before?.atMs ?? ms(note.at),
      endMs: null,
      text,
      node: path.at(-1)?.node ?? '',
      understood: null,
      interruptedAfterMs: null,
      ...more,
    });
  };

  const take = (note: ConversationNote) => {
    switch (note.type) {
      case 'node.entered':
        path.push(stepOf(note, ms(note.at)));
        return;
      case 'node.left': {
        const step = path.findLast(entered => entered.node === note.node && entered.leftBy === '');
        if (step) Object.assign(step, { leftBy: note.by, leftName: note.name });
        return;
      }
      case 'robot.said':
        lines.set(note.line, {
          line: note.line,
          speaker: 'robot',
          atMs: ms(note.at),
          endMs: null,
          text: note.text,
          node: note.node,
          understood: null,
          interruptedAfterMs: null,
        });
        return;
      case 'robot.interrupted': {
        const line = lines.get(note.line);
        if (!line) return;
        line.interruptedAfterMs = Math.round(note.heardMs);
        line.endMs = line.atMs + Math.round(note.heardMs);
        return;
      }
      case 'callee.saying':
        return calleeLine(note, note.text, {});
      case 'callee.said':
        return calleeLine(note, note.text, {
          atMs: ms(note.at),
          endMs: ms(note.endAt),
          node: note.node,
          understood: note.understood,
          ...(note.missed && { missed: true }),
        });
      case 'callee.keyed':
        return calleeLine(note, keyedText(note.keys), {
          node: note.node,
          understood: note.understood,
          ...(note.understood === null && { missed: true }),
        });
      case 'answer.kept':
        answers.set(note.variable, { label: note.label, value: note.value, atMs: lines.get(note.line)?.atMs ?? null });
        return;
      case 'asked':
        return noteAsked(path, note);
      case 'callee.wantsNoMoreCalls':
      case 'ended':
        return;
    }
  };
  for (const note of notes) take(note);
  return {
    lines: [...lines.values()].sort((a, b) => a.line - b.line),
    path,
    answers: [...answers.values()],
  };
};

const stepOf = (
  { node, name, knowledge }: Extract<ConversationNote, { type: 'node.entered' }>,
  atMs: number,
): Mutable<PathStep> => ({ node, name, knowledge, atMs, leftBy: '', leftName: '' });

/** Asked at the step that is open at its node; its answer replaces what was waited for. */
const noteAsked = (
  path: readonly Mutable<PathStep>[],
  { node, kind, outcome, detail }: Extract<ConversationNote, { type: 'asked' }>,
): void => {
  const step = path.findLast(entered => entered.node === node);
  if (step === undefined) return;
  const before = step.asked ?? [];
  if (outcome === 'asked') step.asked = [...before, { kind, target: detail, outcome: 'waiting', because: '' }];
  else {
    const because = outcome === 'failed' ? detail : '';
    step.asked = before.map((each, at) => (at === before.length - 1 ? { ...each, outcome, because } : each));
  }
};

/** The conversation's own last word, when it came to one. */
export const summaryOf = (notes: readonly ConversationNote[]): ConversationSummary | null => {
  const last = notes.findLast(note => note.type === 'ended');
  return last?.type === 'ended' ? last.summary : null;
};

/** Whether the callee asked not to be called again; kept as it is said, so a call that broke off tells it too. */
export const askedForNoMoreCalls = (notes: readonly ConversationNote[]): boolean =>
  notes.some(note => note.type === 'callee.wantsNoMoreCalls');

/** How long a person had the call to whom it was handed over; it ended so many ms after its answer. */
export const handedMsOf = (notes: readonly ConversationNote[], answeredAt: Instant, talkMs: number): number => {
  const taken = notes.find(note => note.type === 'asked' && note.outcome === 'transferred');
  return taken === undefined ? 0 : Math.max(0, Math.round(talkMs - (taken.at - answeredAt)));
};
