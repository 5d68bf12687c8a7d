import { compileWhole, openQuestionsOf, type Plan, type SpokenLine, suspectsOf, type TalkedLine } from '@lianxian/core';
import { type TownCall, townCalls } from '@lianxian/core/simulation';
import { syllablesOf } from '../../server/src/platform/words/syllables.ts';

const talked = (line: SpokenLine): TalkedLine => ({
  line: line.line,
  speaker: line.by === 'robot' ? 'robot' : 'callee',
  text: line.text,
  node: line.node,
  understood: line.by === 'robot' ? null : line.understood,
  interruptedAfterMs: line.by === 'robot' ? (line.interrupted?.heardMs ?? null) : null,
});

export const listed = ({ talk }: TownCall) => {
  const hungUp = talk.summary?.endedBy === 'callee';
  return suspectsOf(talk.lines.map(talked), { hungUp });
};
export const callsOf = (plan: Plan, each: number, seed: number) =>
  townCalls({ plan: compileWhole(plan, syllablesOf), each, seed, syllables: syllablesOf });
