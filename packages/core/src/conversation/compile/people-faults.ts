import type { Plan, PlanNode, TransferNode } from '../plan/plan.ts';
import { fault, type PlanFault } from './plan-fault.ts';

/**
 * To whom a plan may hand over: the seats and groups that its merchant has now. A transfer names them by id. A plan of before
 * there were seats, or of another merchant's file, names them as somebody wrote them; where exactly one is called so, that
 * one is meant.
 */
export interface People {
  readonly seats: readonly Person[];
  readonly groups: readonly Person[];
}

interface Person {
  readonly id: string;
  /** What it is called, the first before others: a name, an account, an extension. */
  readonly names: readonly string[];
}

/** A target within the house. */
type Inside = Exclude<TransferNode['to'], { readonly type: 'outside' }>;

/** The seat or group that is meant; undefined: nobody, or one of several. */
export const personMeant = (people: People, to: Inside): Person | undefined => {
  const wanted = (to.type === 'seat' ? to.seat : to.group).trim();
  const all = to.type === 'seat' ? people.seats : people.groups;
  const known = all.find(({ id }) => id === wanted);
  if (known) return known;
  const called = all.filter(({ names }) => names.includes(wanted));
  return called.length === 1 ? called[0] : undefined;
};

/** Transfers to who is not there (any more). One to nobody at all is told with the plan's own faults. */
export const peopleFaults = (plan: Plan, people: People): readonly PlanFault[] =>
  plan.flows.flatMap(({ nodes }) =>
    nodes.flatMap(node => {
      if (node.kind !== 'transfer' || node.to.type === 'outside') return [];
      const written = node.to.type === 'seat' ? node.to.seat : node.to.group;
      if (written.trim() === '' || personMeant(people, node.to)) return [];
      // An id says nothing to who reads it.
      const detail = /^\d+$/.test(written) ? '' : written;
      return [fault(`node:${node.id}`, node.to.type === 'seat' ? 'unknownSeat' : 'unknownGroup', detail)];
    }),
  );

/** The plan with ids in place of names, wherever one is meant. What a version keeps. */
export const withPeople = (plan: Plan, people: People): Plan => retargeted(plan, people, ({ id }) => id);

/** The plan with names in place of ids: an id means nothing, or somebody else, at another merchant. */
export const withoutPeople = (plan: Plan, people: People): Plan =>
  retargeted(plan, people, ({ id, names }) => names[0] ?? id);

const retargeted = (plan: Plan, people: People, written: (person: Person) => string): Plan => {
  const changed = (node: PlanNode): PlanNode => {
    if (node.kind !== 'transfer' || node.to.type === 'outside') return node;
    const person = personMeant(people, node.to);
    if (!person) return node;
    const to = written(person);
    return { ...node, to: node.to.type === 'seat' ? { type: 'seat', seat: to } : { type: 'group', group: to } };
  };
  const hasPeople = plan.flows.some(({ nodes }) => nodes.some(({ kind }) => kind === 'transfer'));
  return hasPeople ? { ...plan, flows: plan.flows.map(flow => ({ ...flow, nodes: flow.nodes.map(changed) })) } : plan;
};
