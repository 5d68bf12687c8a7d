import type { LlmNode, Plan, SmsNode, TransferNode, WebhookNode } from '../plan/plan.ts';
import { namesOf } from '../plan/plan-names.ts';
import { variablesOf } from '../sentences/sentence.ts';
import { fault, interruptionFaults, type PlanFault, sentenceFaults } from './plan-fault.ts';

/** What nodes that ask the world can get wrong. */
export const askingFaults = (
  plan: Plan,
  node: TransferNode | SmsNode | WebhookNode | LlmNode,
): readonly PlanFault[] => {
  switch (node.kind) {
    case 'transfer':
      return transferFaults(plan, node);
    case 'sms':
      return node.template.trim() === '' ? [fault(`node:${node.id}`, 'noTemplate')] : [];
    case 'webhook':
      return webhookFaults(plan, node);
    case 'llm':
      return llmFaults(plan, node);
  }
};

const transferFaults = (plan: Plan, { id, sentences, to, ringTimeoutMs, waiting }: TransferNode) => {
  const where = `node:${id}`;
  const said = to.type === 'outside' && to.announcement !== '' ? [to.announcement] : [];
  return [
    ...(isReachable(plan, to) ? [] : [fault(where, 'noTarget')]),
    ...(ringTimeoutMs > 0 ? [] : [fault(where, 'badLimit', 'ringTimeout')]),
    ...sentenceFaults(plan, where, [...sentences, ...waiting, ...said]),
  ];
};

/** A number, or a variable that will hold one; a seat or group by whatever names it. */
const isReachable = (plan: Plan, to: TransferNode['to']): boolean => {
  if (to.type === 'seat') return to.seat.trim() !== '';
  if (to.type === 'group') return to.group.trim() !== '';
  const names = variablesOf(to.number);
  if (names.length > 0) return names.every(name => namesOf(plan).variables.has(name));
  return /^\+?\d{3,20}$/.test(to.number.replace(/[\s()-]/g, ''));
};

const unknownNames = (plan: Plan, where: string, names: readonly string[]): readonly PlanFault[] =>
  names.filter(name => !namesOf(plan).variables.has(name)).map(name => fault(where, 'unknownVariable', name));

const webhookFaults = (plan: Plan, { id, url, sends, keeps, timeoutMs }: WebhookNode): readonly PlanFault[] => {
  const where = `node:${id}`;
  return [
    // A variable may stand in the way or the query, never in the host: nobody's answer may choose where we call.
    ...(/^https?:\/\/[^\s/?#$@]+(?:[/?#]\S*)?$/i.test(url) ? [] : [fault(where, 'badAddress', url)]),
    ...unknownNames(plan, where, [...variablesOf(url), ...sends, ...keeps.map(({ variable }) => variable)]),
    ...(timeoutMs > 0 ? [] : [fault(where, 'badLimit', 'timeout')]),
  ];
};

const llmFaults = (plan: Plan, node: LlmNode): readonly PlanFault[] => {
  const where = `node:${node.id}`;
  const { goal, facts, exits, mostTurns, timeoutMs, silence, sentences, interruption } = node;
  const twice = exits.filter(({ id }, index) => exits.findIndex(exit => exit.id === id) !== index);
  return [
    ...(goal.trim() === '' ? [fault(where, 'noGoal')] : []),
    ...(exits.length === 0 ? [fault(where, 'noExit')] : []),
    ...twice.map(({ id }) => fault(where, 'sameRouter', id)),
    ...sentenceFaults(plan, where, [...sentences, ...(silence?.sentences ?? [])]),
    ...unknownNames(plan, where, [...variablesOf(goal), ...variablesOf(facts)]),
    ...interruptionFaults(plan, where, interruption),
    ...(mostTurns > 0 ? [] : [fault(where, 'badLimit', 'mostTurns')]),
    ...(timeoutMs > 0 ? [] : [fault(where, 'badLimit', 'timeout')]),
    ...(silence && silence.ms <= 0 ? [fault(where, 'badLimit', 'silence')] : []),
  ];
};
