import { answerIn } from '../answers/answers.ts';
import type { KnowledgeItem } from '../plan/plan.ts';
import { clausesIn } from '../recognition/clauses.ts';
import { tidy } from '../recognition/text.ts';
import type { CalleeTurn, Draft, KeptAnswer } from '../walk/state.ts';
import { sentenceOf } from './turn-notes.ts';

/** Said of the call, or of the talk: what is told beside it is when. */
const again = /打|联系|来电|回电|再(?:说|聊|谈|讲)|找我/;

/**
 * 「在开会，明天下午三点打给我」 answers what the item goes on to ask; null: nothing does, or it leaves something open. A day that is told
 * of something else (「明天要出差，没空」) answers nothing.
 */
export const toldAhead = (draft: Draft, turn: CalleeTurn, { next }: KnowledgeItem): KeptAnswer | null => {
  const node = 'goto' in next ? draft.state.plan.nodes.get(next.goto) : undefined;
  if (node?.kind !== 'collect' || node.accepts.type !== 'date') return null;
  const { text, asked } = sentenceOf(draft, turn);
  const clause = clausesIn(text).findLast(one => again.test(one.text));
  const answer = clause && answerIn(node.accepts, tidy(clause.text), asked);
  if (!answer?.when || answer.isOutside || answer.when.open !== null) return null;
  return { value: answer.value, when: answer.when, line: turn.line };
};
