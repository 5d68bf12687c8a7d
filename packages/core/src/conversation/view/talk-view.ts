import type { Instant } from '../../kit/index.ts';
import type { Answered, Ask, CalleeWant, ConversationNote, ConversationSummary, Understood } from '../events/events.ts';
import type { When } from '../events/when.ts';
import type { Exit } from '../plan/exit.ts';
import type { Level } from '../plan/plan.ts';
import { pathLeft } from '../walk/path.ts';
import type { PathStep } from '../walk/state.ts';

/**
 * A talk as far as it went: its notes folded, one after the other, into one value. Transcript and record, live page and
 * board, test talk, terminal, regression lab: each shows a view of this, with its own clock and its own words, and none
 * reads notes for itself. What is there is never changed: a later note gives another value.
 */
export interface TalkView {
  /** How many notes it is made of: the number (`nth`) of the next. */
  readonly notes: number;
  /** What either side said or keyed, in the order of their numbers. */
  readonly lines: readonly SpokenLine[];
  /** Nodes and knowledge items in the order they were entered. */
  readonly path: readonly TalkStep[];
  /** The last of each variable, in the order they were first collected. */
  readonly answers: readonly TalkAnswer[];
  /** What the plan's rules make of it so far. */
  readonly level: Level | null;
  /** The line that was said, or grew, last: who has the word. */
  readonly newest: number | null;
  /** The callee asked not to be called again. */
  readonly wantsNoMoreCalls: boolean;
  /** The callee spoke of calling in the police, or an office that takes complaints. */
  readonly namesAuthority: boolean;
  /** A person to talk to, to complain: what the callee said to want so far. */
  readonly wants: readonly CalleeWant[];
  /** When a person took the call. */
  readonly handedAt: Instant | null;
  /** Its own last word; null while it goes on, and of one that broke off. */
  readonly summary: ConversationSummary | null;
}

export type SpokenLine = RobotLine | CalleeLine | SeatLine;

interface Line {
  readonly line: number;
  /** The note it came of; of one that grows, the last. */
  readonly nth: number;
  readonly at: Instant;
  readonly text: string;
  /** Node or knowledge item it belongs to. */
  readonly node: string;
}

export interface RobotLine extends Line {
  readonly by: 'robot';
  /** Only so much of it was heard. */
  readonly interrupted: { readonly nth: number; readonly at: Instant; readonly heardMs: number } | null;
}

export interface CalleeLine extends Line {
  /** `key`: its text are the keys. */
  readonly by: 'callee' | 'key';
  /** False while its words still grow, and of a talk that broke off there. */
  readonly isWhole: boolean;
  readonly endAt: Instant | null;
  readonly understood: Understood | null;
  readonly missed: boolean;
  /** Answers that were collected of it. */
  readonly kept: readonly TalkAnswer[];
  /** The way out that was taken next; the robot may have taken it by itself, much later. */
  readonly way: { readonly nth: number; readonly by: Exit; readonly name: string } | null;
}

/** What a person of ours said. */
interface SeatLine extends Line {
  readonly by: 'seat';
  /** Who of those that take part. */
  readonly party: string;
}

export interface TalkStep extends PathStep {
  readonly nth: number;
  /** What the world was asked there. */
  readonly asked: readonly TalkAsk[];
}

export interface TalkAsk {
  readonly nth: number;
  readonly at: Instant;
  readonly kind: Ask['type'];
  readonly target: string;
  /** Null while nothing came of it. */
  readonly answer: AskOutcome | null;
}

interface AskOutcome {
  readonly nth: number;
  readonly at: Instant;
  readonly outcome: Answered['type'];
  /** Of a failure alone. */
  readonly because: string;
}

interface TalkAnswer {
  readonly nth: number;
  readonly at: Instant;
  readonly line: number;
  readonly variable: string;
  readonly label: string;
  readonly value: string;
  /** Of a date: the day and hour its words mean. */
  readonly when?: When;
}

export const noTalk: TalkView = {
  notes: 0,
  lines: [],
  path: [],
  answers: [],
  level: null,
  newest: null,
  wantsNoMoreCalls: false,
  namesAuthority: false,
  wants: [],
  handedAt: null,
  summary: null,
};

export const followTalk = (talk: TalkView, note: ConversationNote): TalkView => ({
  ...talk,
  ...changeBy(talk, note),
  notes: talk.notes + 1,
});

export const talkOf = (notes: readonly ConversationNote[]): TalkView => notes.reduce(followTalk, noTalk);

type Note<T extends ConversationNote['type']> = Extract<ConversationNote, { readonly type: T }>;

const changeBy = (talk: TalkView, note: ConversationNote): Partial<TalkView> => {
  const { lines, path, notes: nth } = talk;
  switch (note.type) {
    case 'node.entered': {
      const { node, name, knowledge, at: enteredAt, level = null } = note;
      return { path: [...path, { node, name, knowledge, enteredAt, leftBy: '', leftName: '', nth, asked: [] }], level };
    }
    case 'node.left':
      return { path: pathLeft(path, note.node, note.by, note.name), lines: withWay(lines, note, nth) };
    case 'robot.said': {
      const { line, at, text, node } = note;
      return spoken(talk, { by: 'robot', line, nth, at, text, node, interrupted: null });
    }
    case 'robot.interrupted': {
      const interrupted = { nth, at: note.at, heardMs: note.heardMs };
      return { lines: withLine(lines, note.line, line => (line.by === 'robot' ? { ...line, interrupted } : line)) };
    }
    case 'callee.said':
      return { ...spoken(talk, calleeLine(talk, note)), ...wanting(talk, note) };
    case 'callee.saying':
    case 'callee.keyed':
      return spoken(talk, calleeLine(talk, note));
    case 'answer.kept':
      return collected(talk, note);
    case 'asked':
      return asked(talk, note);
    case 'person.said': {
      const { line, at, text, party } = note;
      return spoken(talk, { line, nth, at, text, node: '', by: 'seat', party });
    }
    case 'party':
    case 'recordingPaused':
    case 'recordingResumed':
      return {};
    case 'callee.wantsNoMoreCalls':
      return { wantsNoMoreCalls: true };
    case 'callee.namesAuthority':
      return { namesAuthority: true };
    case 'ended':
      return { summary: note.summary };
  }
};

/** The line in its place, or in that of the one with its number. */
const spoken = ({ lines }: TalkView, line: SpokenLine): Partial<TalkView> => {
  const before = lines.findLastIndex(each => each.line <= line.line);
  const isKnown = lines[before]?.line === line.line;
  return { lines: lines.toSpliced(isKnown ? before : before + 1, isKnown ? 1 : 0, line), newest: line.line };
};

const wanting = ({ wants }: TalkView, { wants: what }: Note<'callee.said'>): Partial<TalkView> =>
  what === undefined || wants.includes(what) ? {} : { wants: [...wants, what] };

const withLine = (
  lines: readonly SpokenLine[],
  number: number,
  change: (line: SpokenLine) => SpokenLine,
): readonly SpokenLine[] => {
  const at = lines.findLastIndex(each => each.line === number);
  return at < 0 ? lines : lines.with(at, change(lines[at]!));
};

const calleeLine = (
  { lines, path, notes: nth }: TalkView,
  note: Note<'callee.saying' | 'callee.said' | 'callee.keyed'>,
): CalleeLine => {
  const { line, at } = note;
  const begunAt = lines.findLast(each => each.line === line)?.at ?? at;
  const bare = { line, nth, endAt: null, missed: false, kept: [], way: null } as const;
  switch (note.type) {
    case 'callee.saying': {
      const node = path.at(-1)?.node ?? '';
      return { ...bare, by: 'callee', at: begunAt, text: note.text, node, isWhole: false, understood: null };
    }
    case 'callee.said': {
      const { endAt, text, node, understood, missed } = note;
      return { ...bare, by: 'callee', at, endAt, text, node, isWhole: true, understood, missed };
    }
    case 'callee.keyed': {
      const { keys, node, understood } = note;
      const missed = understood === null;
      return { ...bare, by: 'key', at: begunAt, text: keys, node, isWhole: true, understood, missed };
    }
  }
};

/** A way out stands with what the callee said last, if none does yet. */
const withWay = (lines: readonly SpokenLine[], { by, name }: Note<'node.left'>, nth: number): readonly SpokenLine[] => {
  const last = lines.findLast(line => isCallees(line) && line.isWhole);
  if (last === undefined || !isCallees(last) || last.way !== null) return lines;
  return withLine(lines, last.line, () => ({ ...last, way: { nth, by, name } }));
};

export const isCallees = (line: SpokenLine): line is CalleeLine => line.by === 'callee' || line.by === 'key';

const collected = ({ lines, answers, notes: nth }: TalkView, note: Note<'answer.kept'>): Partial<TalkView> => {
  const { at, line, variable, label, value, when } = note;
  const answer = { nth, at, line, variable, label, value, ...(when && { when }) };
  const before = answers.findIndex(each => each.variable === variable);
  return {
    answers: before < 0 ? [...answers, answer] : answers.with(before, answer),
    lines: withLine(lines, line, of => (!isCallees(of) ? of : { ...of, kept: [...of.kept, answer] })),
  };
};

/** Asked at the newest step of its node; an answer is that of the last thing asked there. */
const asked = ({ path, handedAt, notes: nth }: TalkView, note: Note<'asked'>): Partial<TalkView> => {
  const { at, node, kind, outcome, detail } = note;
  const taken = outcome === 'transferred' ? { handedAt: handedAt ?? at } : {};
  const index = path.findLastIndex(step => step.node === node);
  const step = path[index];
  if (step === undefined) return taken;
  const asks =
    outcome === 'asked'
      ? [...step.asked, { nth, at, kind, target: detail, answer: null }]
      : answered(step.asked, { nth, at, outcome, because: outcome === 'failed' ? detail : '' });
  return { ...taken, path: path.with(index, { ...step, asked: asks }) };
};

const answered = (asks: readonly TalkAsk[], answer: AskOutcome): readonly TalkAsk[] => {
  const last = asks.at(-1);
  return last === undefined ? asks : asks.with(-1, { ...last, answer });
};
