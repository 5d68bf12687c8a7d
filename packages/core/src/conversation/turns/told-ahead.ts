import { answerIn } from '../answers/answers.ts';
import type { KnowledgeItem } from '../plan/plan.ts';
import { asks, clausesIn } from '../recognition/clauses.ts';
import { tidy } from '../recognition/text.ts';
import type { CalleeTurn, Draft, KeptAnswer } from '../walk/state.ts';
import { sentenceOf } from './turn-notes.ts';

/** Said of the call, or of the talk: what is told beside it is when. */
const again =
  /打(?:给|来|过来|电话|我|[吧啊呗嘛噻]?[，。]?$)|再打|联系(?:我|一下|[吧啊]?[，。]?$)|再联系|来电|回电|回[我个]|再(?:说|聊|谈|讲)|找我/;

/** Not then, before it, or the other way round. */
const otherwise = /别|不要|没空|没时间|前[你别不]|昨|前天|我[们爸妈]?(?:自己|再)?(?:打给|联系)[你您]/;

/**
 * 「在开会，明天下午三点打给我」 answers what the item goes on to ask; null: nothing does, or it leaves something open. A day that is told
 * of something else (「明天要出差，没空」) answers nothing.
 */
export const toldAhead = (draft: Draft, turn: CalleeTurn, { next }: KnowledgeItem): KeptAnswer | null => {
  const node = 'goto' in next ? draft.state.plan.nodes.get(next.goto) : undefined;
  if (node?.kind !== 'collect' || node.accepts.type !== 'date') return null;
  const { text, asked } = sentenceOf(draft, turn);
  const clause = clausesIn(text).findLast(one => again.test(one.text) && !otherwise.test(one.text) && !asks(one.text));
  const answer = clause && answerIn(node.accepts, tidy(clause.text), asked);
  if (!answer?.when || answer.isOutside || answer.when.open !== null) return null;
  return { value: answer.value, when: answer.when, line: turn.line };
};
