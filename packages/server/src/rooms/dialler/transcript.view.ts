import { keyedText } from '@lianxian/contract';
import type { Answered, Ask, Exit, Instant, Speaker, SpokenLine, TalkStep, TalkView, Understood } from '@lianxian/core';

/**
 * What was said, as a record keeps it: a talk's lines, path and answers in ms since the answer, where the player seeks. An
 * interrupted call came to no last word: what is known is kept all the same.
 */
export interface Transcript {
  readonly lines: readonly TranscriptLine[];
  readonly path: readonly PathStep[];
  readonly answers: readonly KeptAnswer[];
}

interface TranscriptLine {
  readonly line: number;
  readonly speaker: Speaker;
  readonly atMs: number;
  readonly endMs: number | null;
  readonly text: string;
  readonly node: string;
  readonly understood: Understood | null;
  /** The robot asked and did not understand this answer. */
  readonly missed?: true;
  readonly interruptedAfterMs: number | null;
}

interface PathStep {
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
interface AskedStep {
  readonly kind: Ask['type'];
  readonly target: string;
  readonly outcome: 'waiting' | Answered['type'];
  /** Of a failure alone. */
  readonly because: string;
}

interface KeptAnswer {
  /** A label may be empty, or of two. */
  readonly variable: string;
  readonly label: string;
  readonly value: string;
  readonly atMs: number | null;
}

type Since = (at: Instant) => number;

export const transcriptOf = ({ lines, path, answers }: TalkView, answeredAt: Instant): Transcript => {
  const ms: Since = at => Math.max(0, Math.round(at - answeredAt));
  const begunMs = new Map(lines.map(({ line, at }) => [line, ms(at)]));
  return {
    lines: lines.map(line => lineView(line, ms)),
    path: path.map(step => stepView(step, ms)),
    answers: answers.map(({ variable, label, value, line }) => ({
      variable,
      label,
      value,
      atMs: begunMs.get(line) ?? null,
    })),
  };
};

const lineView = (said: SpokenLine, ms: Since): TranscriptLine => {
  const { line, node } = said;
  const atMs = ms(said.at);
  if (said.by === 'robot') {
    const heardMs = said.interrupted && Math.round(said.interrupted.heardMs);
    const endMs = heardMs === null ? null : atMs + heardMs;
    const { text } = said;
    return { line, speaker: 'robot', atMs, endMs, text, node, understood: null, interruptedAfterMs: heardMs };
  }
  if (said.by === 'seat')
    return {
      line,
      speaker: 'seat',
      atMs,
      endMs: null,
      text: said.text,
      node,
      understood: null,
      interruptedAfterMs: null,
    };
  return {
    line,
    speaker: 'callee',
    atMs,
    endMs: said.endAt === null ? null : ms(said.endAt),
    text: said.by === 'key' ? keyedText(said.text) : said.text,
    node,
    understood: said.understood,
    interruptedAfterMs: null,
    ...(said.missed && { missed: true }),
  };
};

const stepView = ({ node, name, knowledge, enteredAt, leftBy, leftName, asked }: TalkStep, ms: Since): PathStep => ({
  node,
  name,
  knowledge,
  atMs: ms(enteredAt),
  leftBy,
  leftName,
  ...(asked.length > 0 && {
    asked: asked.map(({ kind, target, answer }) => ({
      kind,
      target,
      outcome: answer?.outcome ?? 'waiting',
      because: answer?.because ?? '',
    })),
  }),
});
