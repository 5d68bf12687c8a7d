import { after } from '../../kit/index.ts';
import type { Exit } from '../plan/exit.ts';
import type { PlanNode } from '../plan/plan.ts';
import { apologyOf, endingSoon, farewellOf, openQuestions } from '../sentences/sentence.ts';
import { askForNode } from './asking.ts';
import { holds } from './conditions.ts';
import { noteKept } from './kept.ts';
import { LONGEST_VOICE_MS, MOST_HOPS, WORDS_WAIT_MS } from './limits.ts';
import { comeBack, leave, noteEntered } from './path.ts';
import { currentNode, type ListeningNode, routerOn } from './routing.ts';
import { hangUp, inTurn, saying, sayNext } from './speaking.ts';
import { type AfterQueue, clearTimer, type Draft, type KeptAnswer, patch, type Saying, setTimer } from './state.ts';

/*
 * How a conversation moves over the graph: into a node, out of it, and away. Everything here ends with the robot
 * speaking, listening, asking the world, or hanging up: there is no fifth way.
 */

const never = { when: 'never' } as const;

/** Goes into a node, after `before` has been said; `told`: what it asks for, if it asks. */
export const enter = (draft: Draft, id: string, before: readonly Saying[] = [], told?: KeptAnswer): Draft => {
  const node = draft.state.plan.nodes.get(id)!;
  const visits = (draft.state.visits[id] ?? 0) + 1;
  if (draft.state.hops >= MOST_HOPS) return part(draft, 'circling', before);
  patch(draft, { hops: draft.state.hops + 1 });
  if (node.visits && visits > node.visits.most) return enter(draft, node.visits.to, before);
  noteEntered(draft, node.id, node.name, false);
  const fresh = { silences: 0, misses: 0, freeTurns: 0, keys: null };
  patch(draft, { node: id, visits: { ...draft.state.visits, [id]: visits }, ...fresh });
  if (told && node.kind === 'collect') {
    noteKept(draft, node.variable, told);
    return go(draft, 'collected', routerOn(node, 'collected')!.to, before);
  }
  return arrive(draft, node, before);
};

const arrive = (draft: Draft, node: PlanNode, before: readonly Saying[]): Draft => {
  switch (node.kind) {
    case 'condition': {
      const { state } = draft;
      const branch = node.branches.find(({ when }) => holds(when, state));
      leave(draft, branch ? 'holds' : 'otherwise');
      return enter(draft, branch?.to ?? node.otherwise, before);
    }
    case 'goto': {
      const flow = draft.state.plan.flows.get(node.flow)!;
      leave(draft, `flow:${flow.id}`);
      return enter(draft, flow.rootNode, before);
    }
    case 'sms':
    case 'webhook':
      return sayThen(draft, before, { type: 'ask' });
    case 'transfer':
      return sayThen(draft, [...before, ...question(draft, node, false)], { type: 'ask' });
    case 'llm':
      if (node.sentences.length === 0) return sayThen(draft, before, { type: 'ask' });
      return sayThen(draft, [...before, ...question(draft, node, true)], { type: 'listen' });
    case 'hangup':
      return sayThen(draft, [...before, ...question(draft, node, false)], { type: 'hangUp' });
    default:
      return sayThen(draft, [...before, ...question(draft, node, true)], { type: 'listen' });
  }
};

/** The node's own sentence, the next in turn. */
export const question = (
  draft: Draft,
  node: ListeningNode | Extract<PlanNode, { kind: 'hangup' | 'transfer' }>,
  asks: boolean,
): readonly Saying[] => {
  const interruption = 'interruption' in node ? node.interruption : never;
  return inTurn(draft, node.id, node.sentences, { interruption, asks });
};

/** Leaves by a router, condition, key or answer of the world and goes into the next node, after `before` has been said. */
export const go = (draft: Draft, by: Exit, to: string, before: readonly Saying[] = []): Draft => {
  leave(draft, by);
  enter(draft, to, before);
  return draft;
};

/** Says something more at the current node, after `before`, and listens again. */
export const sayHere = (draft: Draft, text: string, before: readonly Saying[] = []): Draft => {
  const { interruption } = currentNode(draft);
  const more = saying(text, draft.state.node, { interruption, asks: true });
  sayThen(draft, [...before, more], { type: 'listen' });
  return draft;
};

/** Asks what an answer of this node leaves open. */
export const askOpen = (draft: Draft, open: keyof typeof openQuestions): Draft => sayHere(draft, openQuestions[open]);

/** Gives up politely: a farewell, then the robot hangs up. */
export const part = (draft: Draft, by: Exit, before: readonly Saying[] = []): Draft =>
  hangUpAfter(draft, by, [...before, goodbye(draft, farewellOf(draft.state.plan.plan))]);

/** Whoever wants no more calls hears that one is sorry, and nothing else. */
export const apologise = (draft: Draft): Draft =>
  hangUpAfter(draft, 'noMoreCalls', [goodbye(draft, apologyOf(draft.state.plan.plan))]);

/** Two people who talk are told that they have little time left; they go on. */
export const warnBoth = (draft: Draft): Draft => {
  patch(draft, { queue: [goodbye(draft, endingSoon)] });
  sayNext(draft);
  return draft;
};

const goodbye = (draft: Draft, text: string): Saying =>
  saying(text, draft.state.node, { interruption: never, asks: false });

const hangUpAfter = (draft: Draft, by: Exit, words: readonly Saying[]): Draft => {
  patch(draft, { partingBy: by });
  return sayThen(draft, words, { type: 'hangUp' });
};

/** The robot takes the word. Whatever was waited for is waited for no longer. */
export const sayThen = (draft: Draft, queue: readonly Saying[], afterQueue: AfterQueue): Draft => {
  for (const timer of ['silence', 'sentenceEnd', 'keys'] as const) clearTimer(draft, timer);
  const kind = afterQueue.type === 'hangUp' ? 'parting' : 'saying';
  patch(draft, { kind, queue, afterQueue, turn: null, keys: null, silenceDue: null });
  if (!sayNext(draft)) finishQueue(draft);
  return draft;
};

/** All is said: on with what was planned. */
export const finishQueue = (draft: Draft): Draft => {
  const { afterQueue } = draft.state;
  comeBack(draft);
  switch (afterQueue.type) {
    case 'hangUp':
      return hangUp(draft);
    case 'go':
      leave(draft, afterQueue.by);
      return enter(draft, afterQueue.to, [], afterQueue.told);
    case 'ask':
      return askForNode(draft);
    case 'listen':
      return listen(draft);
  }
};

/** The robot is quiet: from now on silence is counted, unless the callee is speaking already. */
export const listen = (draft: Draft): Draft => {
  const node = currentNode(draft);
  // What must be heard has been: nobody's words are waited for.
  const onward = node.kind === 'speak' && node.ignoring?.speech ? routerOn(node, 'other') : undefined;
  if (onward) return go(draft, 'other', onward.to);
  const { voiceSince, plan, turn } = draft.state;
  const silence = node.silence ?? plan.plan.defaults.silence;
  const silenceDue = after(draft.at, silence.ms);
  const wordsOnTheirWay = turn?.hasWords === true;
  patch(draft, { hops: 0 });
  if (voiceSince === null && !wordsOnTheirWay) {
    patch(draft, { kind: 'listening', silenceDue, turn: null });
    return setTimer(draft, 'silence', silenceDue);
  }
  patch(draft, { kind: 'hearing', silenceDue });
  setTimer(draft, 'sentenceEnd', after(draft.at, voiceSince === null ? WORDS_WAIT_MS : LONGEST_VOICE_MS));
  return draft;
};
