import type { Flow, LevelRule, Plan, PlanNode, Router } from './plan.ts';
import { exitOn } from './ways-out.ts';

/**
 * What differs between two graphs of a plan, as an operator reads it: by part and by its name, field by field. Where a
 * field names another part (a router's target), the name stands, not the id. Where nodes are drawn does not count.
 */
export interface PlanChange {
  readonly part: 'plan' | 'variable' | 'flow' | 'node' | 'intent' | 'knowledge' | 'level' | 'defaults';
  /** Of the part, for a jump to it; empty for the plan itself and its defaults. */
  readonly id: string;
  /** As it is called now; as it was called when it is gone. */
  readonly name: string;
  /** The flow of a node, by name. */
  readonly flow?: string;
  readonly what: 'added' | 'removed' | 'changed';
  /** Of what changed; empty for what came or went. */
  readonly fields: readonly FieldChange[];
}

export interface FieldChange {
  /** A way into the part: `sentences`, `routers`, `silence.ms`. */
  readonly field: string;
  /** Which entry of it: a router's meaning, a key, an exit's name; `order`: their order. Empty where it is one value. */
  readonly entry: string;
  /** Null: it was not there. */
  readonly before: FieldValue | null;
  /** Null: it is gone. */
  readonly after: FieldValue | null;
}
export type FieldValue = string | number | boolean;

/** Nodes, flows, intents and knowledge items of a graph by their id; what an exit may be called after by that of the exit, too. */
type Names = ReadonlyMap<string, string>;

const namesOf = (plan: Plan): Names =>
  new Map([
    ...[...plan.flows, ...plan.flows.flatMap(({ nodes }) => nodes), ...plan.intents, ...plan.knowledge].map(
      ({ id, name }) => [id, name] as const,
    ),
    ...plan.intents.map(({ id, name }) => [`intent:${id}`, name] as const),
    ...plan.knowledge.map(({ id, name }) => [`knowledge:${id}`, name] as const),
    ...plan.flows.map(({ id, name }) => [`flow:${id}`, name] as const),
    ...plan.flows
      .flatMap(({ nodes }) => nodes.flatMap(node => (node.kind === 'llm' ? node.exits : [])))
      .map(({ id, name }) => [`exit:${id}`, name] as const),
  ]);

/** Fields that hold the id of another part. */
const references = new Set([
  'to',
  'otherwise',
  'sent',
  'failed',
  'done',
  'goto',
  'flow',
  'rootFlow',
  'rootNode',
  'node',
  'intent',
]);
/** Fields that hold an exit: one of ours stays as it is, for the reader's language. */
const exits = new Set(['on', 'by']);
/** What says which part it is, or where it is drawn. */
const unread = new Set(['id', 'at', 'kind', 'nodes']);

interface Sides {
  readonly before: Names;
  readonly after: Names;
}

/** One of a list: a text is its own entry, a router is known by its meaning, the rest by all it says but its target. */
const itemOf = (field: string, item: unknown, names: Names): [entry: string, value: string] => {
  if (typeof item !== 'object' || item === null) {
    const text = field.endsWith('intents') ? (names.get(String(item)) ?? String(item)) : String(item);
    return [text, text];
  }
  if (Array.isArray(item)) return [item.join(' + '), item.join(' + ')];
  const { to, ...rest } = item as { readonly to?: unknown };
  const said = entryOf(rest, names);
  return [said, typeof to === 'string' ? (names.get(to) ?? to) : said];
};

/** Fields of an object as single values, by their way; texts of a list are entries of their own. */
type Leaves = ReadonlyMap<string, { readonly field: string; readonly entry: string; readonly value: FieldValue }>;

const leavesOf = (value: unknown, names: Names): Leaves => {
  const leaves = new Map<string, { field: string; entry: string; value: FieldValue }>();
  const put = (field: string, entry: string, value: FieldValue) => {
    // The same text twice in one list is two entries.
    let key = `${field}\n${entry}\n${entry === '' ? '' : String(value)}`;
    while (leaves.has(key)) key += '\n';
    leaves.set(key, { field, entry, value });
  };
  const read = (field: string, entry: string, one: unknown): void => {
    if (Array.isArray(one)) {
      for (const item of one) put(field, ...itemOf(field, item, names));
    } else if (typeof one === 'object' && one !== null) {
      for (const [name, inner] of Object.entries(one)) {
        if (!unread.has(name)) read(field === '' ? name : `${field}.${name}`, entry, inner);
      }
    } else if (typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean') {
      const last = field.slice(field.lastIndexOf('.') + 1);
      put(field, entry, references.has(last) && typeof one === 'string' ? (names.get(one) ?? one) : one);
    }
  };
  read('', '', value);
  return leaves;
};

const signs: Readonly<Record<string, string>> = { atLeast: '≥ ', atMost: '≤ ' };

/** What an entry of a list says, in its own words. */
const entryOf = (item: object, names: Names): string =>
  Object.entries(item)
    .filter(([name]) => name !== 'id')
    .map(([name, value]): string => {
      if (Array.isArray(value)) return listOf(value, names);
      if (typeof value === 'object' && value !== null) return entryOf(value, names);
      if (name === 'not') return value === true ? 'not' : '';
      const text = String(value);
      const isName = references.has(name) || (exits.has(name) && text.includes(':'));
      return `${signs[name] ?? ''}${isName ? (names.get(text) ?? text) : text}`;
    })
    .filter(text => text !== '')
    .join(' ');

/** Texts of which one will do; of what says more than a text (conditions) all. */
const listOf = (items: readonly unknown[], names: Names): string =>
  items.some(item => typeof item === 'object')
    ? items.map(item => entryOf(item as object, names)).join(' + ')
    : items.join(' / ');

/** Lists whose order is heard, or decides because the first that fits is taken. */
const ordered = new Set(['sentences', 'answers', 'routers', 'branches']);

/** What stayed in such a list but stands elsewhere in it; the entry is then `order`. */
const orderChanges = (was: Leaves, is: Leaves): readonly FieldChange[] => {
  const entriesOf = (leaves: Leaves, field: string) =>
    [...leaves.values()].filter(leaf => leaf.field === field).map(({ entry }) => entry);
  const fields = new Set([...was.values()].map(({ field }) => field));
  return [...fields]
    .filter(field => ordered.has(field.slice(field.lastIndexOf('.') + 1)))
    .flatMap(field => {
      const [first, second] = [entriesOf(was, field), entriesOf(is, field)];
      const [there, stayed] = [new Set(second), new Set(first)];
      const before = first.filter(entry => there.has(entry)).join(' → ');
      const after = second.filter(entry => stayed.has(entry)).join(' → ');
      return before === after ? [] : [{ field, entry: 'order', before, after }];
    });
};

const fieldChanges = (before: unknown, after: unknown, sides: Sides): readonly FieldChange[] => {
  const [was, is] = [leavesOf(before, sides.before), leavesOf(after, sides.after)];
  const gone = [...was].filter(([key, { value }]) => is.get(key)?.value !== value);
  const left = new Map([...is].filter(([key, { value }]) => was.get(key)?.value !== value));
  // The same entry with another value: a router that leads elsewhere.
  const byEntry = new Map([...left].map(([key, { field, entry }]) => [`${field}\n${entry}`, key]));
  const changes = gone.map(([key, { field, entry, value }]): FieldChange => {
    const other = left.has(key) ? key : (byEntry.get(`${field}\n${entry}`) ?? '');
    const now = left.get(other);
    left.delete(other);
    return { field, entry, before: value, after: now?.value ?? null };
  });
  return [
    ...orderChanges(was, is),
    ...changes,
    ...[...left.values()].map(({ field, entry, value }) => ({ field, entry, before: null, after: value })),
  ];
};

interface Part {
  readonly id: string;
  readonly name: string;
  readonly flow?: string;
  readonly value: unknown;
}

const partChanges = (
  part: PlanChange['part'],
  before: readonly Part[],
  after: readonly Part[],
  sides: Sides,
): readonly PlanChange[] => {
  const was = new Map(before.map(one => [one.id, one]));
  const is = new Map(after.map(one => [one.id, one]));
  const head = ({ id, name, flow }: Part) => ({ part, id, name, ...(flow === undefined ? {} : { flow }) });
  const goneOrChanged = before.flatMap((one): readonly PlanChange[] => {
    const now = is.get(one.id);
    if (now === undefined) return [{ ...head(one), what: 'removed', fields: [] }];
    const fields = fieldChanges(one.value, now.value, sides);
    return fields.length === 0 ? [] : [{ ...head(now), what: 'changed', fields }];
  });
  const come = after
    .filter(({ id }) => !was.has(id))
    .map((one): PlanChange => ({ ...head(one), what: 'added', fields: [] }));
  return [...goneOrChanged, ...come];
};

/** A router by its exit, so that its meaning is one word. */
const readable = (node: PlanNode): unknown =>
  'routers' in node ? { ...node, routers: node.routers.map(({ on, to }: Router) => ({ on: exitOn(on), to })) } : node;

const nodesOf = (flows: readonly Flow[]): readonly Part[] =>
  flows.flatMap(flow =>
    flow.nodes.map(node => ({
      id: node.id,
      name: node.name,
      flow: flow.name,
      value: { type: node.kind, inFlow: flow.name, ...(readable(node) as object) },
    })),
  );

const named = (items: readonly { readonly id: string; readonly name: string }[]): readonly Part[] =>
  items.map(item => ({ id: item.id, name: item.name, value: item }));

/** Rules have no id: the nth of a name is the nth of that name. Their place counts, the first that holds decides. */
const rulesOf = (rules: readonly LevelRule[]): readonly Part[] => {
  const seen = new Map<string, number>();
  return rules.map((rule, place) => {
    const name = `${rule.level} ${rule.name}`.trim();
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    return { id: `${name}\n${nth}`, name, value: { ...rule, place: place + 1 } };
  });
};

const planItself = ({ name, rootFlow }: Plan): readonly Part[] => [{ id: '', name, value: { name, rootFlow } }];

/** All that differs, in the order of the parts; empty when both talk alike. */
export const diffPlans = (before: Plan, after: Plan): readonly PlanChange[] => {
  const sides = { before: namesOf(before), after: namesOf(after) };
  const flows = (plan: Plan) => plan.flows.map(flow => ({ id: flow.id, name: flow.name, value: flow }));
  const variables = (plan: Plan) =>
    plan.variables.map(one => ({ id: one.name, name: one.label || one.name, value: one }));
  const defaults = (plan: Plan) => [{ id: '', name: '', value: plan.defaults }];
  return [
    ...partChanges('plan', planItself(before), planItself(after), sides),
    ...partChanges('flow', flows(before), flows(after), sides),
    ...partChanges('node', nodesOf(before.flows), nodesOf(after.flows), sides),
    ...partChanges('knowledge', named(before.knowledge), named(after.knowledge), sides),
    ...partChanges('intent', named(before.intents), named(after.intents), sides),
    ...partChanges('variable', variables(before), variables(after), sides),
    ...partChanges('level', rulesOf(before.levelRules), rulesOf(after.levelRules), sides),
    ...partChanges('defaults', defaults(before), defaults(after), sides),
  ];
};
