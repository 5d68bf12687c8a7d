import {
  diffPlans,
  type JoinConflict,
  joinPlans,
  type Plan,
  type PlanChange,
  type PlanNode,
  readjust,
  sideTexts,
} from '@lianxian/core';

/** What one changed of a plan that was taken, and what its seller changed meanwhile, as one (docs/market.md#upgrading). */
export interface ThreePlans {
  readonly base: Plan;
  readonly mine: Plan;
  readonly theirs: Plan;
}

/** The name of a meeting on the wire; ids may say anything, so that they stand last. */
const placeOf = ({ part, id }: Pick<JoinConflict, 'part' | 'id'>): string => `${part} ${id}`;

const nodesOf = ({ flows }: Plan): readonly PlanNode[] => flows.flatMap(({ nodes }) => nodes);
const partOf = (plan: Plan, { part, id }: Pick<JoinConflict, 'part' | 'id'>): unknown => {
  switch (part) {
    case 'node':
      return nodesOf(plan).find(node => node.id === id);
    case 'flow':
      return plan.flows.find(flow => flow.id === id)?.name;
    case 'intent':
      return plan.intents.find(intent => intent.id === id);
    case 'knowledge':
      return plan.knowledge.find(item => item.id === id);
    case 'variable':
      return plan.variables.find(({ name }) => name === id);
    case 'defaults':
      return plan.defaults[id as keyof Plan['defaults']];
    case 'plan':
      return plan[id as keyof Plan];
  }
};

const replaced = <T>(list: readonly T[], is: (entry: T) => boolean, by: T | undefined): readonly T[] =>
  by === undefined
    ? list.filter(entry => !is(entry))
    : list.some(is)
      ? list.map(entry => (is(entry) ? by : entry))
      : [...list, by];

/** Mine with one part as it was in the base: joined then, it is theirs. */
const givenUp = (mine: Plan, base: Plan, { part, id }: JoinConflict): Plan => {
  switch (part) {
    case 'node': {
      const was = nodesOf(base).find(node => node.id === id);
      const home = base.flows.find(({ nodes }) => nodes.some(node => node.id === id))?.id;
      const holds = ({ nodes }: Plan['flows'][number]) => nodes.some(node => node.id === id);
      const isHome = (flow: Plan['flows'][number]) => holds(flow) || (!mine.flows.some(holds) && flow.id === home);
      const flows = mine.flows.map(flow =>
        isHome(flow) ? { ...flow, nodes: replaced(flow.nodes, node => node.id === id, was) } : flow,
      );
      return { ...mine, flows };
    }
    case 'flow': {
      const was = base.flows.find(flow => flow.id === id);
      return { ...mine, flows: replaced(mine.flows, flow => flow.id === id, was) };
    }
    case 'intent': {
      const was = base.intents.find(intent => intent.id === id);
      return { ...mine, intents: replaced(mine.intents, intent => intent.id === id, was) };
    }
    case 'knowledge': {
      const was = base.knowledge.find(item => item.id === id);
      return { ...mine, knowledge: replaced(mine.knowledge, item => item.id === id, was) };
    }
    case 'variable': {
      const was = base.variables.find(({ name }) => name === id);
      return { ...mine, variables: replaced(mine.variables, ({ name }) => name === id, was) };
    }
    case 'defaults':
      return { ...mine, defaults: { ...mine.defaults, [id]: base.defaults[id as keyof Plan['defaults']] } };
    case 'plan':
      return id === '' ? mine : { ...mine, [id]: base[id as keyof Plan] };
  }
};

interface JoinedPlans {
  readonly joined: Plan;
  /** Where both are at odds and nobody has chosen. */
  readonly open: readonly JoinConflict[];
}

/** `choices`: whose, by the name of the place. */
export const joinedBy = (
  { base, mine, theirs }: ThreePlans,
  choices: Readonly<Record<string, 'mine' | 'theirs'>>,
): JoinedPlans => {
  const { conflicts } = joinPlans({ base, mine, theirs });
  const chosen = conflicts.filter(conflict => choices[placeOf(conflict)] === 'theirs');
  const own = chosen.reduce((plan, conflict) => givenUp(plan, base, conflict), mine);
  const { joined } = joinPlans({ base, mine: own, theirs });
  return { joined, open: conflicts.filter(conflict => choices[placeOf(conflict)] === undefined) };
};

/** Of a closed plan what its holder set of it is carried over; there is nothing to be at odds about. */
export const joinedClosed = (three: ThreePlans): JoinedPlans => ({ joined: readjust(three), open: [] });

interface Named {
  readonly where: string;
  readonly name: string;
}

interface Changes {
  readonly changed: readonly (Named & { readonly how: PlanChange['what'] })[];
  readonly changedCount: number;
  readonly kept: readonly Named[];
  readonly meetings: readonly (Named & { readonly mine: string; readonly theirs: string })[];
}

const MOST_TOLD = 200;
const named = ({ part, id, name }: PlanChange): Named => ({ where: `${part} ${id}`, name });

/** What an upgrade would do. Of a closed plan nothing is said but how much. */
export const changesOf = (three: ThreePlans, isClosed: boolean): Changes => {
  const { base, mine, theirs } = three;
  const changed = diffPlans(base, theirs);
  if (isClosed) return { changed: [], changedCount: changed.length, kept: [], meetings: [] };
  const { conflicts } = joinPlans(three);
  const meeting = new Set(conflicts.map(placeOf));
  return {
    changed: changed.slice(0, MOST_TOLD).map(change => ({ ...named(change), how: change.what })),
    changedCount: changed.length,
    kept: diffPlans(base, mine)
      .map(named)
      .filter(({ where }) => !meeting.has(where))
      .slice(0, MOST_TOLD),
    meetings: conflicts.slice(0, MOST_TOLD).map(conflict => ({
      where: placeOf(conflict),
      name: conflict.name,
      ...sideTexts({ plan: mine, part: partOf(mine, conflict) }, { plan: theirs, part: partOf(theirs, conflict) }),
    })),
  };
};
