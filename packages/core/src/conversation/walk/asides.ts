import type { KnowledgeItem } from '../plan/plan.ts';
import { comeBack, noteEntered } from './path.ts';
import { currentNode, routerOn } from './routing.ts';
import { inTurn } from './speaking.ts';
import { type Draft, type KeptAnswer, patch, type Saying, tally } from './state.ts';
import { question, sayThen } from './walking.ts';

/**
 * Answers a question of the knowledge base where the flow stands; then the flow resumes, goes elsewhere, or ends. `told`: what would be
 * asked there.
 */
export const goAside = (draft: Draft, item: KnowledgeItem, told: KeptAnswer | null = null): Draft => {
  stepAside(draft, item);
  if (item.common === 'repeat') return sayThen(draft, onceMore(draft), { type: 'listen' });
  const { next } = item;
  const answer = answerOf(draft, item);
  if ('goto' in next)
    return sayThen(draft, answer, { type: 'go', by: `knowledge:${item.id}`, to: next.goto, ...(told && { told }) });
  if ('hangUp' in next) {
    patch(draft, { partingBy: `knowledge:${item.id}` });
    return sayThen(draft, answer, { type: 'hangUp' });
  }
  const here = currentNode(draft);
  const onward = routerOn(here, 'other');
  if (next.resume === 'continue' && onward) return sayThen(draft, answer, { type: 'go', by: 'other', to: onward.to });
  const again = next.resume === 'repeat' ? question(draft, here, true) : [];
  sayThen(draft, [...answer, ...again], { type: 'listen' });
  return draft;
};

/** A question asked in one breath with an answer of the node: what to say to it, on the way onward. */
export const answerOnward = (draft: Draft, item: KnowledgeItem): readonly Saying[] => {
  stepAside(draft, item);
  comeBack(draft, 'onward');
  return answerOf(draft, item);
};

const stepAside = (draft: Draft, item: KnowledgeItem): void => {
  const { knowledgeUsed } = draft.state;
  const used = { ...knowledgeUsed, [item.id]: (knowledgeUsed[item.id] ?? 0) + 1 };
  patch(draft, { knowledgeUsed: used, aside: item.id, silences: 0, misses: 0 });
  if (item.common === undefined) tally(draft, 'questions');
  noteEntered(draft, item.id, item.name, true);
};

const answerOf = (draft: Draft, { id, answers, interruption }: KnowledgeItem): readonly Saying[] =>
  inTurn(draft, id, answers, { interruption, asks: false });

/** To 「喂？」: what was said last; where that only asked whether anybody is there, or to say it again, the node's own sentence. */
export const sayAgain = (draft: Draft): Draft => {
  const { silences, misses } = draft.state;
  const again = silences + misses > 0 ? question(draft, currentNode(draft), true) : onceMore(draft);
  return sayThen(draft, again, { type: 'listen' });
};

/** The last sentence in the same words; before there was one, the node's own. */
const onceMore = (draft: Draft): readonly Saying[] => {
  const { lastSaid } = draft.state;
  if (lastSaid === null) return question(draft, currentNode(draft), true);
  const { fromMs: _, ...whole } = lastSaid;
  return [whole];
};
