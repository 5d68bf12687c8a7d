import {
  type callEndpoints,
  keyedText,
  type OutputOf,
  type TestConversationOnWire,
  type TestExpects,
  talkLimits,
} from '@lianxian/contract';
import { type Level, maskNumbers } from '@lianxian/core';

type Detail = OutputOf<typeof callEndpoints.detail>;
type Move = TestConversationOnWire['moves'][number];

/** A call record as far as a test is made of it. */
export interface TalkedCall {
  readonly variables: Readonly<Record<string, string>>;
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
const KEYED = keyedText('');

/**
 * A call as a test conversation: what the callee said, pressed and left unsaid becomes its moves, what came of it is
 * expected again. A sentence is spoken over the robot where it was. Greetings before the opening are left out: they
 * change nothing.
 */
export const testOfCall = (call: TalkedCall): TestConversationOnWire => ({
  variables: { ...call.variables },
  minuteOfDay: 600,
  moves: movesOf(call).slice(0, talkLimits.moves),
  world: 'succeeds',
  expects: expectsOf(call),
});

/** The test as it is handed to who sees no whole numbers: what is kept in it is read by all who edit the plan. */
export const maskedTest = (test: TestConversationOnWire): TestConversationOnWire => {
  const { answers } = test.expects;
  const values = (record: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, maskNumbers(value)]));
  return {
    ...test,
    variables: values(test.variables),
    moves: test.moves.map(move => ('text' in move ? { ...move, text: maskNumbers(move.text) } : move)),
    expects: { ...test.expects, ...(answers && { answers: values(answers) }) },
  };
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
  if (text.startsWith(KEYED)) {
    const keys = text.slice(KEYED.length);
    if (/^[0-9*#]{1,20}$/.test(keys)) return { does: 'press', keys };
  }
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
  return {
    path: path.map(({ node }) => node).slice(0, talkLimits.nodes),
    ...(level !== null && { level }),
    ...(Object.keys(kept).length > 0 && { answers: kept }),
    ...((hungUpBy === 'callee' || hungUpBy === 'robot') && { endedBy: hungUpBy }),
  };
};
