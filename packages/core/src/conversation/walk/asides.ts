import type { KnowledgeItem } from '../plan/plan.ts';
import { noteEntered } from './path.ts';
import { currentNode, routerOn } from './routing.ts';
import { inTurn } from './speaking.ts';
import { type Draft, patch, type Saying, tally } from './state.ts';
import { question, sayThen } from './walking.ts';

/** Answers a question of the knowledge base where the flow stands; then the flow resumes, goes elsewhere, or ends. */
export const goAside = (draft: Draft, item: KnowledgeItem): Draft => {
  const { knowledgeUsed } = draft.state;
  const used = { ...knowledgeUsed, [item.id]: (knowledgeUsed[item.id] ?? 0) + 1 };
  patch(draft, { knowledgeUsed: used, aside: item.id, silences: 0, misses: 0 });
  if (item.common === undefined) tally(draft, 'questions');
  noteEntered(draft, item.id, item.name, true);
  if (item.common === 'repeat') return sayThen(draft, onceMore(draft), { type: 'listen' });
  const { next } = item;
  const answer = inTurn(draft, item.id, item.answers, { interruption: item.interruption, asks: false });
  if ('goto' in next) return sayThen(draft, answer, { type: 'go', by: `knowledge:${item.id}`, to: next.goto });
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

/** The last sentence in the same words; before there was one, the node's own. */
const onceMore = (draft: Draft): readonly Saying[] => {
  const { lastSaid } = draft.state;
  if (lastSaid === null) return question(draft, currentNode(draft), true);
  const { fromMs: _, ...whole } = lastSaid;
  return [whole];
};
