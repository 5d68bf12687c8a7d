import {
  type Compiled,
  compileWhole,
  faultsOf,
  type Plan,
  type PlanFault,
  type PlanNode,
  type SyllablesOf,
  stopsTrials,
} from '../conversation/index.ts';

/**
 * A draft that is not whole yet, made good enough to talk to: ways that lead nowhere lead to an end that says so, what
 * cannot be reached is left out, a node without words says so. For test talks alone; publishing takes a whole plan. What
 * is too broken for that (two nodes of one id, no beginning, a circle that never listens) stays refused.
 */
export const compileDraft = (plan: Plan, syllablesOf?: SyllablesOf): Compiled & { readonly mended: boolean } => {
  const faults = stopping(plan);
  const whole = faults.length === 0 ? plan : mend(plan);
  if (whole === null) return { ok: false, faults, mended: false };
  return { ok: true, compiled: compileWhole(whole, syllablesOf), mended: whole !== plan };
};

const stopping = (plan: Plan): readonly PlanFault[] => faultsOf(plan).filter(stopsTrials);

/** Null: it cannot be mended. */
const mend = (plan: Plan): Plan | null => {
  let mended = withEnds(withWords(plan));
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const faults = stopping(mended);
    if (faults.length === 0) return mended;
    const gone = faults.filter(({ fault }) => fault === 'unreachable').map(({ where }) => where.slice(5));
    const rules = faults.filter(({ fault, where }) => fault === 'unknownNode' || /^level:/.test(where));
    if (gone.length + rules.length === 0) break;
    mended = withoutNodes(mended, new Set(gone), new Set(rules.map(({ where }) => Number(where.slice(6)))));
  }
  return null;
};

const MOST_ROUNDS = 4;
const nowhere = (flow: string): string => `${flow}:nowhere`;
const wordless = '（这里还没有话）';

const isSaid = (text: string): boolean => text.trim() !== '';
const saidOr = (sentences: readonly string[]): readonly string[] => {
  const said = sentences.filter(isSaid);
  return said.length > 0 ? said : [wordless];
};

/** Words and sentences where they are needed, and a last level rule. */
const withWords = (plan: Plan): Plan => ({
  ...plan,
  flows: plan.flows.map(flow => ({ ...flow, nodes: flow.nodes.map(spoken) })),
  knowledge: plan.knowledge.map(item => ({ ...item, answers: saidOr(item.answers) })),
  levelRules:
    plan.levelRules.at(-1)?.when.length === 0
      ? plan.levelRules
      : [...plan.levelRules, { level: 'F', name: '', when: [] }],
});

const spoken = (node: PlanNode): PlanNode => {
  switch (node.kind) {
    case 'speak':
    case 'collect':
    case 'menu':
      return { ...node, sentences: saidOr(node.sentences) };
    case 'hangup':
      return { ...node, sentences: node.sentences.filter(isSaid) };
    default:
      return node;
  }
};

/** Every way leads somewhere. */
const withEnds = (plan: Plan): Plan => ({
  ...plan,
  flows: plan.flows.map(flow => {
    const own = new Set(flow.nodes.map(({ id }) => id));
    const end = nowhere(flow.id);
    let used = false;
    const fix = (to: string): string => {
      if (own.has(to)) return to;
      used = true;
      return end;
    };
    const nodes = flow.nodes.map(node => withWays(node, fix));
    const last: PlanNode = { kind: 'hangup', id: end, name: '没接上', sentences: [] };
    return { ...flow, nodes: used ? [...nodes, last] : nodes };
  }),
});

const withWays = (node: PlanNode, fix: (to: string) => string): PlanNode => {
  const fixed = <T extends { readonly to: string }>(ways: readonly T[]): readonly T[] =>
    ways.map(way => ({ ...way, to: fix(way.to) }));
  const kept: PlanNode = node.visits ? { ...node, visits: { ...node.visits, to: fix(node.visits.to) } } : node;
  switch (kept.kind) {
    case 'speak': {
      const routers = fixed(kept.routers);
      return { ...kept, routers: routers.length > 0 ? routers : [{ on: 'other', to: fix('') }] };
    }
    case 'collect': {
      const routers = fixed(kept.routers);
      const goesOn = routers.some(({ on }) => on === 'collected');
      return { ...kept, routers: goesOn ? routers : [...routers, { on: 'collected', to: fix('') }] };
    }
    case 'menu': {
      const routers = fixed(kept.routers);
      const isClosed = routers.length + kept.keys.length === 0;
      return { ...kept, keys: fixed(kept.keys), routers: isClosed ? [{ on: 'other', to: fix('') }] : routers };
    }
    case 'condition':
      return { ...kept, branches: fixed(kept.branches), otherwise: fix(kept.otherwise) };
    case 'transfer':
      return { ...kept, otherwise: fix(kept.otherwise) };
    case 'sms':
      return { ...kept, sent: fix(kept.sent), failed: fix(kept.failed) };
    case 'webhook':
      return { ...kept, done: fix(kept.done), failed: fix(kept.failed) };
    case 'llm':
      return { ...kept, exits: fixed(kept.exits), failed: fix(kept.failed) };
    case 'goto':
    case 'hangup':
      return kept;
  }
};

const withoutNodes = (plan: Plan, gone: ReadonlySet<string>, rules: ReadonlySet<number>): Plan => ({
  ...plan,
  flows: plan.flows
    .map(flow => ({ ...flow, nodes: flow.nodes.filter(({ id }) => !gone.has(id)) }))
    .filter(flow => flow.id === plan.rootFlow || flow.nodes.length > 0),
  levelRules: plan.levelRules.filter((_, index) => !rules.has(index)),
});
