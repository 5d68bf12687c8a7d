import {
  type callEndpoints,
  keysIn,
  type OutputOf,
  type TestConversationOnWire,
  type TestExpects,
  talkLimits,
  testConversation,
} from '@lianxian/contract';
import { type Level, maskLines, maskNumbers } from '@lianxian/core';
import type { TestConversation } from '@lianxian/core/simulation';

type Detail = OutputOf<typeof callEndpoints.detail>;
type Move = TestConversationOnWire['moves'][number];
type WorldAnswer = Extract<Move, { does: 'answer' }>['answer'];

/** A call record as far as a test is made of it. */
interface TalkedCall {
  readonly variables: Readonly<Record<string, string>>;
  /** When it was answered, by the merchant's clock. */
  readonly date: string;
  readonly minuteOfDay: number;
  readonly level: Level | null;
  readonly hungUpBy: string | null;
  readonly transcript: Detail['transcript'];
  readonly path: Detail['path'];
  /** By the label of the variable, as records keep them; `variableOf` leads back to its name. */
  readonly answers: readonly { readonly label: string; readonly value: string }[];
  readonly variableOf: (label: string) => string | undefined;
}

/** What passes between the last word of the robot and a silence that counts as a move. */
const SILENCE_MS = 3_500;

/**
 * A call as a test conversation: what the callee said, pressed and left unsaid becomes its moves, what came of it is
 * expected again, on the day of the call: 明天 is what it was. A sentence is spoken over the robot where it was. Greetings before the opening are left out: they
 * change nothing.
 */
export const testOfCall = (call: TalkedCall): TestConversationOnWire => ({
  variables: { ...call.variables },
  minuteOfDay: call.minuteOfDay,
  date: call.date,
  moves: movesOf(call).slice(0, talkLimits.moves),
  world: 'succeeds',
  expects: expectsOf(call),
});

type Expected = TestConversation['expects'];
const { shape } = testConversation.shape.expects;

/**
 * What a test may hold of what came: of a long way and long sentences the beginning, and nothing of what only all of it would
 * be (an answer, a tag).
 */
export const expectable = ({ path, says, answers, ...rest }: Expected): TestExpects => {
  const fitting: Expected = {
    ...rest,
    ...(path && { path: path.slice(0, talkLimits.nodes) }),
    ...(says && {
      says: says.slice(0, talkLimits.moves).map(one => ({ ...one, text: one.text.slice(0, talkLimits.textChars) })),
    }),
    ...(answers && {
      answers: Object.fromEntries(
        Object.entries(answers).filter(([name, value]) => shape.answers.safeParse({ [name]: value }).success),
      ),
    }),
  };
  const fits = ([what, value]: readonly [string, unknown]): boolean =>
    value !== undefined && shape[what as keyof TestExpects].safeParse(value).success;
  return Object.fromEntries(Object.entries(fitting).filter(fits));
};

/** `isCallees`: what the callee says and keys, of which one number may be several. */
type Anew = (text: string, isCallees: boolean) => string;

const valuesAnew = (values: Readonly<Record<string, string>>, anew: Anew): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, anew(value, false)]));

const answerAnew = (answer: WorldAnswer, anew: Anew): WorldAnswer => {
  if (answer.type === 'kept') return { ...answer, values: valuesAnew(answer.values, anew) };
  if (answer.type === 'transferred') return { ...answer, to: anew(answer.to, false) };
  return 'text' in answer ? { ...answer, text: anew(answer.text, false) } : answer;
};

const moveAnew = (move: Move, anew: Anew): Move => {
  if ('text' in move) return { ...move, text: anew(move.text, true) };
  if (move.does === 'press') return { ...move, keys: anew(move.keys, true) };
  return move.does === 'answer' ? { ...move, answer: answerAnew(move.answer, anew) } : move;
};

/** The test with each text anew that may hold a number, in one order. */
const withTexts = (test: TestConversationOnWire, anew: Anew): TestConversationOnWire => {
  const { says, answers } = test.expects;
  return {
    ...test,
    variables: valuesAnew(test.variables, anew),
    moves: test.moves.map(move => moveAnew(move, anew)),
    expects: {
      ...test.expects,
      ...(says && { says: says.map(one => ({ ...one, text: anew(one.text, false) })) }),
      ...(answers && { answers: valuesAnew(answers, anew) }),
    },
  };
};

/** The test as who sees no whole numbers reads it, like the call it was taken from (`call/detail`). */
export const maskedTest = (test: TestConversationOnWire): TestConversationOnWire => {
  const said: string[] = [];
  withTexts(test, (text, isCallees) => {
    if (isCallees) said.push(text);
    return text;
  });
  const masked = maskLines(said).values();
  return withTexts(test, (text, isCallees) => (isCallees ? (masked.next().value ?? '') : maskNumbers(text)));
};

/** The test that came back from who was shown `kept` masked: what he left as he saw it stays as it was. */
export const unmaskedTest = (given: TestConversationOnWire, kept: TestConversationOnWire): TestConversationOnWire => {
  const texts = (test: TestConversationOnWire): readonly string[] => {
    const all: string[] = [];
    withTexts(test, text => {
      all.push(text);
      return text;
    });
    return all;
  };
  const shown = texts(maskedTest(kept));
  const known = Map.groupBy(texts(kept).entries(), ([at]) => shown[at] ?? '');
  return withTexts(given, text => known.get(text)?.shift()?.[1] ?? text);
};

const movesOf = ({ transcript, hungUpBy }: TalkedCall): Move[] => {
  const moves: Move[] = [];
  let robot: Detail['transcript'][number] | null = null;
  for (const [index, line] of transcript.entries()) {
    if (line.speaker === 'robot') {
      const before = transcript[index - 1];
      // The robot speaks twice with nobody in between: it waited for somebody who said nothing.
      if (before?.speaker === 'robot' && before.node === line.node && line.atMs - endOf(before) >= SILENCE_MS)
        moves.push({ does: 'silent', ms: Math.min(120_000, Math.round(line.atMs - endOf(before))) });
      robot = line;
    } else if (robot !== null && line.text.trim() !== '') moves.push(moveOf(line, robot));
  }
  const isLong = moves.length >= talkLimits.moves;
  return hungUpBy === 'callee' && !isLong ? [...moves, { does: 'hangUp' }] : moves;
};

const moveOf = (line: Detail['transcript'][number], robot: Detail['transcript'][number]): Move => {
  const text = line.text.trim().slice(0, talkLimits.textChars);
  const keys = keysIn(text);
  if (keys !== null && /^.{1,20}$/.test(keys)) return { does: 'press', keys };
  const isOver = robot.interruptedAfterMs !== null && line.atMs < endOf(robot) + OVER_SLACK_MS;
  return isOver
    ? { does: 'over', text, afterMs: Math.min(60_000, Math.max(0, Math.round(line.atMs - robot.atMs))) }
    : { does: 'say', text };
};

/** An interruption is noticed a little after the robot fell silent. */
const OVER_SLACK_MS = 300;
/** Of a line whose end is not known: the pace of the built-in voice. */
const MS_PER_CHARACTER = 220;

const endOf = (line: Detail['transcript'][number]): number =>
  line.endMs ?? line.atMs + [...line.text].length * MS_PER_CHARACTER;

const expectsOf = ({ path, level, hungUpBy, answers, variableOf }: TalkedCall): TestExpects => {
  const kept = Object.fromEntries(
    answers.flatMap(({ label, value }) => {
      const name = variableOf(label);
      return name === undefined ? [] : [[name, value] as const];
    }),
  );
  return expectable({
    path: path.map(({ node }) => node),
    ...(level !== null && { level }),
    ...(Object.keys(kept).length > 0 && { answers: kept }),
    ...((hungUpBy === 'callee' || hungUpBy === 'robot') && { endedBy: hungUpBy }),
  });
};
