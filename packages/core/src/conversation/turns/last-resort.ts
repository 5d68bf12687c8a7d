import { EXAMPLES_OF_CHOICE } from '../compile/compile.ts';
import type { Answered, Ask } from '../events/events.ts';
import { type BuiltInMeaning, builtInMeanings, ownOf } from '../plan/exit.ts';
import type { Meaning, Recognised } from '../plan/plan.ts';
import { exitOn } from '../plan/ways-out.ts';
import { askWorld } from '../walk/asking.ts';
import { MOST_CHOICES } from '../walk/limits.ts';
import { currentNode, type ListeningNode, routersOf } from '../walk/routing.ts';
import type { CalleeTurn, Draft } from '../walk/state.ts';
import { itemActs, type Meant } from './meaning.ts';
import type { Heard } from './one-meaning.ts';
import { textOf } from './turn-notes.ts';

/*
 * A sentence that no rule understood: the merchant's language model may choose among what can be meant at this node. It
 * only chooses; what follows is the plan's, as if a rule had found it.
 */

type Choice = Extract<Ask, { type: 'meaning' }>['choices'][number];

/** Asks when the plan allows it and there is something to choose from; answers whether it did. */
export const askMeaning = (draft: Draft, turn: CalleeTurn): boolean => {
  const { modelMs = 0 } = draft.state.plan.plan.defaults;
  const node = currentNode(draft);
  const choices = modelMs > 0 ? choicesAt(draft, node) : [];
  if (choices.length === 0) return false;
  askWorld(draft, { type: 'meaning', node: node.id, text: textOf(turn), choices }, modelMs);
  return true;
};

const choicesAt = (draft: Draft, node: ListeningNode): readonly Choice[] => {
  const { plan, knowledgeUsed } = draft.state;
  const routed = routersOf(node).flatMap(({ on }) => routedChoice(plan.plan.intents, on));
  const items = plan.plan.knowledge
    .filter(item => itemActs(node, item) && (knowledgeUsed[item.id] ?? 0) < item.limit)
    .map(({ id, name, ...item }) => ({ id: `knowledge:${id}` as const, name, examples: examplesOf(item) }));
  return [...routed, ...items].slice(0, MOST_CHOICES);
};

const routedChoice = (intents: Draft['state']['plan']['plan']['intents'], on: Meaning): readonly Choice[] => {
  if (typeof on === 'object') {
    const intent = intents.find(({ id }) => id === on.intent);
    return intent ? [{ id: `intent:${intent.id}`, name: intent.name, examples: examplesOf(intent) }] : [];
  }
  if (!isBuiltIn(on)) return [];
  const examples = intents.filter(({ means }) => means === on).flatMap(examplesOf);
  return [{ id: on, name: '', examples: examples.slice(0, EXAMPLES_OF_CHOICE) }];
};

const isBuiltIn = (on: string): on is BuiltInMeaning => builtInMeanings.some(meaning => meaning === on);

const examplesOf = ({ likes = [], words }: Pick<Recognised, 'likes' | 'words'>): readonly string[] =>
  [...likes, ...words].slice(0, EXAMPLES_OF_CHOICE);

/** What the model's choice means at the node; what it does not know stays not understood. */
export const meantByModel = (draft: Draft, turn: CalleeTurn, answer: Answered): Heard => {
  if (answer.type !== 'means') return { meant: { type: 'nothing' }, met: [] };
  const meant = chosen(draft, answer.choice, textOf(turn));
  const own = ownOf(answer.choice);
  return { meant, met: own && meant.type !== 'nothing' ? [own.id] : [] };
};

const chosen = (draft: Draft, choice: string, matched: string): Meant => {
  const { plan } = draft.state;
  const node = currentNode(draft);
  const by = 'model' as const;
  const own = ownOf(choice);
  const item = own?.kind === 'knowledge' ? plan.knowledge.get(own.id) : undefined;
  if (item) {
    if (!itemActs(node, item)) return { type: 'nothing' };
    return { type: 'knowledge', item, understood: { meaning: `knowledge:${item.id}`, name: item.name, by, matched } };
  }
  const router = routersOf(node).find(({ on }) => exitOn(on) === choice);
  if (!router) return { type: 'nothing' };
  const intent = own?.kind === 'intent' ? plan.intents.get(own.id) : undefined;
  const means = intent?.means ?? (isBuiltIn(choice) ? choice : null);
  const understood = { meaning: exitOn(router.on), name: intent?.name ?? '', by, matched };
  return { type: 'router', router, means, understood };
};
