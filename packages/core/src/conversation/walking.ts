import { after } from '../kit/index.ts';
import { holds } from './conditions.ts';
import { longestVoiceMs, wordsWaitMs } from './limits.ts';
import type { HangupNode, KnowledgeItem, SpeakNode } from './plan.ts';
import { defaultFarewell } from './sentence.ts';
import { hangUp, inTurn, saying, sayNext } from './speaking.ts';
import { type AfterQueue, clearTimer, type Draft, patch, type Saying, setTimer, tally } from './state.ts';
import type { ListeningNode } from './understand.ts';

/*
 * How a conversation moves over the graph: into a node, out of it, aside to the knowledge base and back, and away.
 * Everything here ends with the robot speaking, listening, or hanging up: there is no fourth way.
 */

const never = { when: 'never' } as const;

/** The node the flow stands at; only for states in which it is one that listens. */
export const currentNode = (draft: Draft): ListeningNode =>
  draft.state.plan.nodes.get(draft.state.node) as ListeningNode;

/** Goes into a node, after `before` has been said. */
export const enter = (draft: Draft, id: string, before: readonly Saying[] = []): Draft => {
  const node = draft.state.plan.nodes.get(id)!;
  noteEntered(draft, node.id, node.name, false);
  patch(draft, { node: id, silences: 0, misses: 0, saidAgain: false, keys: null });
  switch (node.kind) {
    case 'condition': {
      const { values, minuteOfDay } = draft.state;
      const branch = node.branches.find(({ when }) => holds(when, values, minuteOfDay));
      leave(draft, branch ? '满足条件' : '其他情况');
      return enter(draft, branch?.to ?? node.otherwise, before);
    }
    case 'goto': {
      const flow = draft.state.plan.flows.get(node.flow)!;
      leave(draft, `转到${flow.name}`);
      return enter(draft, flow.rootNode, before);
    }
    case 'hangup':
      return sayThen(draft, [...before, ...question(draft, node, false)], { type: 'hangUp' });
    case 'transfer':
      leave(draft, '转接失败');
      return enter(draft, node.otherwise, before);
    case 'sms':
    case 'webhook':
      leave(draft, '失败');
      return enter(draft, node.failed, before);
    case 'llm':
      leave(draft, '失败');
      return enter(draft, node.failed, before);
    default:
      return sayThen(draft, [...before, ...question(draft, node, true)], { type: 'listen' });
  }
};

/** The node's own sentence, the next in turn. */
const question = (draft: Draft, node: ListeningNode | HangupNode, asks: boolean): readonly Saying[] => {
  const interruption = node.kind === 'hangup' ? never : node.interruption;
  return inTurn(draft, node.id, node.sentences, { interruption, asks });
};

/** Closes the step of the current node. */
export const leave = (draft: Draft, by: string): Draft => close(draft, draft.state.node, by);

/** Leaves by a router, condition or key and goes into the next node. */
export const go = (draft: Draft, by: string, to: string): Draft => {
  leave(draft, by);
  enter(draft, to);
  return draft;
};

/** Answers a question of the knowledge base where the flow stands; then the flow resumes. */
export const goAside = (draft: Draft, item: KnowledgeItem): Draft => {
  const { knowledgeUsed, node } = draft.state;
  const used = { ...knowledgeUsed, [item.id]: (knowledgeUsed[item.id] ?? 0) + 1 };
  patch(draft, { knowledgeUsed: used, aside: item.id, silences: 0, misses: 0 });
  tally(draft, 'questions');
  noteEntered(draft, item.id, item.name, true);
  const how = { interruption: item.interruption, asks: false };
  const answer = inTurn(draft, item.id, item.answers, how);
  if ('goto' in item.next) return sayThen(draft, answer, { type: 'go', by: item.name, to: item.next.goto });
  if ('hangUp' in item.next) return sayThen(draft, answer, { type: 'hangUp' });
  const here = draft.state.plan.nodes.get(node) as ListeningNode;
  const onward = here.routers.find(router => router.on === '默认');
  if (item.next.resume === 'continue' && onward)
    return sayThen(draft, answer, { type: 'go', by: '默认', to: onward.to });
  const again = item.next.resume === 'repeat' ? question(draft, here, true) : [];
  sayThen(draft, [...answer, ...again], { type: 'listen' });
  return draft;
};

/** The answer of a knowledge item is out, or was cut short. */
export const comeBack = (draft: Draft): Draft => {
  const { aside, plan } = draft.state;
  if (aside === null) return draft;
  const { next } = plan.knowledge.get(aside)!;
  patch(draft, { aside: null });
  close(draft, aside, leftAsideBy(next));
  return draft;
};

const leftAsideBy = (next: KnowledgeItem['next']): string => {
  if ('goto' in next) return '答后跳转';
  if ('hangUp' in next) return '答后挂断';
  return next.resume === 'repeat' ? '答后回到原处' : '答后继续';
};

/** Says something more at the current node and listens again. */
export const sayHere = (draft: Draft, text: string): Draft => {
  const { interruption } = currentNode(draft) as SpeakNode;
  sayThen(draft, [saying(text, draft.state.node, { interruption, asks: true })], { type: 'listen' });
  return draft;
};

/** Gives up politely: a farewell, then the robot hangs up. */
export const part = (draft: Draft, by: string): Draft => {
  const { plan, node } = draft.state;
  patch(draft, { partingBy: by });
  const farewell = plan.plan.defaults.farewell ?? defaultFarewell;
  sayThen(draft, [saying(farewell, node, { interruption: never, asks: false })], { type: 'hangUp' });
  return draft;
};

/** The robot takes the word. Whatever was waited for is waited for no longer. */
const sayThen = (draft: Draft, queue: readonly Saying[], afterQueue: AfterQueue): Draft => {
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
  if (afterQueue.type === 'hangUp') return hangUp(draft);
  if (afterQueue.type === 'go') return go(draft, afterQueue.by, afterQueue.to);
  listen(draft);
  return draft;
};

/** The robot is quiet: from now on silence is counted, unless the callee is speaking already. */
export const listen = (draft: Draft): Draft => {
  const node = currentNode(draft);
  const { voiceSince, plan, turn } = draft.state;
  const silence = node.silence ?? plan.plan.defaults.silence;
  const silenceDue = after(draft.at, silence.ms);
  const wordsOnTheirWay = turn?.hasWords === true;
  if (voiceSince === null && !wordsOnTheirWay) {
    patch(draft, { kind: 'listening', silenceDue, turn: null });
    return setTimer(draft, 'silence', silenceDue);
  }
  patch(draft, { kind: 'hearing', silenceDue });
  setTimer(draft, 'sentenceEnd', after(draft.at, voiceSince === null ? wordsWaitMs : longestVoiceMs));
  return draft;
};

const noteEntered = (draft: Draft, node: string, name: string, knowledge: boolean): Draft => {
  const step = { node, name, knowledge, enteredAt: draft.at, leftBy: '' };
  patch(draft, { path: [...draft.state.path, step] });
  draft.effects.push({ type: 'note', note: { type: 'node.entered', at: draft.at, node, name, knowledge } });
  return draft;
};

const close = (draft: Draft, node: string, by: string): Draft => {
  const { path } = draft.state;
  const index = path.findLastIndex(step => step.node === node && step.leftBy === '');
  if (index < 0) return draft;
  patch(draft, { path: path.with(index, { ...path[index]!, leftBy: by }) });
  draft.effects.push({ type: 'note', note: { type: 'node.left', at: draft.at, node, by } });
  return draft;
};
