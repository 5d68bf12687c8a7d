import { MOST_TOLD_LINES, type TalkMove, type ToldLine, talkLimits } from '@lianxian/contract';
import { isCallees, type SpokenLine, type TalkView } from '@lianxian/core';

/** A line that a callee said: of a record; of a call that still runs, with the talk up to it; of a test talk with its moves. */
export type SaidLine =
  | { readonly callId: string; readonly line: number; readonly text: string; readonly lines?: readonly ToldLine[] }
  | {
      readonly planId: string;
      readonly node: string;
      readonly text: string;
      readonly moves: readonly TalkMove[];
      readonly variables: Readonly<Record<string, string>>;
      readonly minuteOfDay: number;
      readonly date: string;
    };

const toldLine = (said: SpokenLine): ToldLine => ({
  line: said.line,
  speaker: isCallees(said) ? 'callee' : said.by,
  text: said.text.slice(0, talkLimits.textChars),
  node: said.node,
  atMs: said.at,
  interruptedAfterMs: said.by === 'robot' ? (said.interrupted?.heardMs ?? null) : null,
});

/** A line of a live call, with what was said until then. */
export const saidLive = (callId: string, talk: TalkView, { line, text }: SpokenLine): SaidLine => {
  const before = talk.lines.filter(each => each.line <= line && (!isCallees(each) || each.isWhole));
  return { callId, line, text, lines: before.slice(-MOST_TOLD_LINES).map(toldLine) };
};
