import { parseAst } from 'vitest/node';
import type { Rule } from './rule.ts';
import { isTest, type Source } from './sources.ts';
import { tolerated } from './tolerated.ts';

/**
 * How long a function may be, by what it is. A factory gives an object or function that closes over its own parts: its length is
 * that of its parts, each of which is held to the limit by itself. A component is a function of a page that shows something.
 */
const functionLimits = { function: 60, factory: 120, component: 150, parameters: 4 } as const;

/** As the parser gives it (ESTree): what is looked at, and no more. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

const FUNCTIONS: readonly string[] = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];
const isFunction = (value: unknown): value is Node => isNode(value) && FUNCTIONS.includes(value.type);

/** All nodes of a kind below one, those of inner functions left out. */
const within = (node: Node, wanted: (node: Node) => boolean): Node[] =>
  childrenOf(node).flatMap(child => [
    ...(wanted(child) ? [child] : []),
    ...(isFunction(child) ? [] : within(child, wanted)),
  ]);

/** `#private` without its sign. */
const nameIn = (value: unknown): string | null =>
  isNode(value) && /^(Private)?Identifier$/.test(value.type) ? String(value.name) : null;

/** What a function gives: the values of its `return`s, or its only expression. */
const givenBy = (node: Node): Node[] => {
  const body = node.body as Node;
  if (body.type !== 'BlockStatement') return [body];
  return within(body, each => each.type === 'ReturnStatement')
    .map(each => each.argument)
    .filter(isNode);
};

const firstArgument = (node: Node, ...callees: readonly string[]): unknown => {
  // `create<State>()(…)`, as zustand is typed, too.
  const callee = node.type === 'CallExpression' ? (node.callee as Node) : undefined;
  const name = nameIn(callee?.type === 'CallExpression' ? callee.callee : callee);
  return name !== null && callees.includes(name) ? (node.arguments as unknown[])[0] : undefined;
};

/** A memo of React and a store give what their function gives. */
const unwrapped = (node: Node): Node => {
  const made = firstArgument(node, 'useMemo', 'create', 'createStore');
  return isFunction(made) ? (givenBy(made)[0] ?? node) : node;
};

/** A function, or React's memo of one. */
const isClosure = (value: unknown): boolean =>
  isFunction(value) || (isNode(value) && isFunction(firstArgument(value, 'useCallback')));

const isFactory = (node: Node): boolean => {
  const inner = new Set(
    within(node.body as Node, each => each.type === 'VariableDeclarator' && isClosure(each.init)).map(each =>
      nameIn(each.id),
    ),
  );
  /** A function, one of its own by name, or an object or a list of them, as a table's columns are. */
  const holdsClosures = (value: unknown): boolean => {
    if (isClosure(value)) return true;
    if (!isNode(value)) return false;
    if (value.type === 'Identifier') return inner.has(nameIn(value));
    if (value.type === 'ObjectExpression')
      return (value.properties as Node[]).some(property => holdsClosures(property.value));
    const isOf = (element: unknown) =>
      holdsClosures(element) ||
      (isNode(element) &&
        element.type === 'CallExpression' &&
        (element.arguments as Node[]).some(each => each.type === 'ObjectExpression' && holdsClosures(each)));
    return value.type === 'ArrayExpression' && (value.elements as unknown[]).some(isOf);
  };
  return givenBy(node).map(unwrapped).some(holdsClosures);
};

const isComponent = (name: string, node: Node): boolean =>
  /^[A-Z]/.test(name) &&
  givenBy(node).some(given => /^JSX/.test(given.type) || within(given, each => /^JSX/.test(each.type)).length > 0);

interface Measured {
  readonly name: string;
  readonly kind: 'function' | 'factory' | 'component';
  readonly lines: number;
  readonly parameters: number;
}

/** Every function of a source with a name: its own, or that of what it is given to. */
export const functionsOf = ({ path, text }: Pick<Source, 'path' | 'text'>): Measured[] => {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const lineOf = (offset: number) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return low;
  };
  const found: Measured[] = [];
  const visit = (node: Node, name: string): void => {
    if (isFunction(node)) {
      const own = nameIn(node.id) ?? name;
      const kind =
        path.endsWith('.tsx') && isComponent(own, node) ? 'component' : isFactory(node) ? 'factory' : 'function';
      found.push({
        name: own,
        kind,
        lines: lineOf(node.end) - lineOf(node.start) + 1,
        parameters: (node.params as Node[]).length,
      });
    }
    const named = nameIn(node.id) ?? nameIn(node.key);
    for (const child of childrenOf(node)) visit(child, named ?? name);
  };
  visit(parseAst(text, { lang: path.endsWith('.tsx') ? 'tsx' : 'ts' }) as unknown as Node, '');
  return found;
};

/** Parsing all of the house takes seconds; a source is what it is. */
const measured = new WeakMap<Source, readonly Measured[]>();
const measure = (source: Source): readonly Measured[] => {
  const known = measured.get(source) ?? functionsOf(source);
  measured.set(source, known);
  return known;
};

interface Outgrown {
  /** `<file> <function>: lines`, or `: parameters`. */
  readonly what: string;
  readonly is: number;
  readonly limit: number;
}

/** A migration is a list of statements that once ran: it is not rewritten, so it is not measured. */
const isRecord = ({ path }: Source): boolean => path.startsWith('packages/server/migrations/');

/** All that is larger than its limit, the list of exceptions left out of account. */
export const outgrown = (sources: readonly Source[]): Outgrown[] =>
  sources
    .filter(source => !isTest(source) && !isRecord(source))
    .flatMap(source =>
      measure(source).flatMap(({ name, kind, lines, parameters }) =>
        [
          { what: `${source.path} ${name}: lines`, is: lines, limit: functionLimits[kind] },
          { what: `${source.path} ${name}: parameters`, is: parameters, limit: functionLimits.parameters },
        ].filter(({ is, limit }) => is > limit),
      ),
    );

export const functionsAreSmall: Rule = sources =>
  outgrown(sources)
    .filter(({ what, is }) => is > (tolerated.get(what) ?? 0))
    .map(({ what, is, limit }) => ({
      rule: 'functions',
      file: what.split(' ')[0]!,
      says: `${what.slice(what.indexOf(' ') + 1)}: ${is}; at most ${limit}`,
    }));
