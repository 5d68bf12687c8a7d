import { holdsNever } from '../plan/date-sense.ts';
import { openingLacks } from '../plan/opening.ts';
import type { Plan } from '../plan/plan.ts';
import { mayLeaveBy } from '../plan/ways-out.ts';
import { amountOf, MOST_RECOGNISED } from '../recognition/amount.ts';
import { fault, interruptionFaults, type PlanFault, sentenceFaults, wordFaults } from './plan-fault.ts';

export const knowledgeFaults = (plan: Plan): readonly PlanFault[] => {
  const nodes = new Set(plan.flows.flatMap(flow => flow.nodes.map(node => node.id)));
  return plan.knowledge.flatMap(item => {
    const where = `knowledge:${item.id}`;
    return [
      ...wordFaults(where, item),
      ...(item.answers.length === 0 && item.common !== 'repeat' ? [fault(where, 'noSentence')] : []),
      ...sentenceFaults(plan, where, item.answers),
      ...interruptionFaults(plan, where, item.interruption),
      ...(item.limit < 1 ? [fault(where, 'badLimit', 'limit')] : []),
      ...('goto' in item.next && !nodes.has(item.next.goto) ? [fault(where, 'leadsNowhere', item.next.goto)] : []),
    ];
  });
};

/** What the plan would become is bounded as a whole; the one with most of it is where to begin. */
export const amountFaults = (plan: Plan): readonly PlanFault[] => {
  const { total, largest } = amountOf(plan);
  if (total <= MOST_RECOGNISED || largest === null) return [];
  return [fault(`${largest.kind}:${largest.id}`, 'tooMuch', String(Math.ceil((total / MOST_RECOGNISED) * 100)))];
};

export const levelFaults = (plan: Plan): readonly PlanFault[] => {
  const nodes = new Map(plan.flows.flatMap(flow => flow.nodes.map(node => [node.id, node] as const)));
  const known = {
    intents: new Set([...plan.intents, ...plan.knowledge].map(({ id }) => id)),
    variables: new Set(plan.variables.map(({ name }) => name)),
  };
  const faults = plan.levelRules.flatMap(({ when }, index) =>
    when.flatMap((condition): readonly PlanFault[] => {
      const where = `level:${index}`;
      if (condition.fact === 'passedNode' || condition.fact === 'leftNode') {
        const node = nodes.get(condition.node);
        if (node === undefined) return [fault(where, 'unknownNode', condition.node)];
        const isGone = condition.fact === 'leftNode' && !mayLeaveBy(plan, node, condition.by);
        return isGone ? [fault(where, 'unknownExit', condition.by)] : [];
      }
      if (condition.fact === 'metIntent' && !known.intents.has(condition.intent))
        return [fault(where, 'unknownIntent', condition.intent)];
      if (condition.fact !== 'answered' && condition.fact !== 'answeredDate') return [];
      return [
        ...(known.variables.has(condition.variable) ? [] : [fault(where, 'unknownVariable', condition.variable)]),
        ...(condition.fact === 'answeredDate' && holdsNever(condition.date) ? [fault(where, 'badDate')] : []),
      ];
    }),
  );
  // Without a last rule that always holds a call could end without a level.
  return plan.levelRules.at(-1)?.when.length === 0 ? faults : [...faults, fault('level', 'noLevelRule')];
};

export const defaultFaults = (plan: Plan): readonly PlanFault[] => {
  const { silence, notUnderstood, longestMs, mostTurns, announcement, filler } = plan.defaults;
  const { farewell, apology } = plan.defaults;
  const limits = { silence: silence.ms, longest: longestMs, mostTurns, ...(filler && { filler: filler.afterMs }) };
  return [
    ...openingLacks(plan).map(what => fault('defaults', 'openingLacks', what)),
    ...Object.entries(limits).flatMap(([name, limit]) => (limit > 0 ? [] : [fault('defaults', 'badLimit', name)])),
    ...sentenceFaults(plan, 'defaults', [
      ...silence.sentences,
      ...notUnderstood.sentences,
      ...(announcement === '' ? [] : [announcement]),
      ...[farewell, apology].filter(text => text !== undefined),
      ...(filler?.sentences ?? []),
    ]),
  ];
};
