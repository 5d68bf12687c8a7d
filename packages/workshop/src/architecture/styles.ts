import { parseAst } from 'vitest/node';
import type { Source } from './sources.ts';

/**
 * The stylesheets of web: sizes come from the scales, a class is somebody's, and somebody uses it. Read by patterns: our
 * sheets nest nothing.
 */
export interface Sheet {
  /** Under `packages/web/src/`. */
  readonly path: string;
  readonly text: string;
}

interface Declaration {
  readonly selector: string;
  readonly property: string;
  readonly value: string;
}

const rulePattern = /([^{};]+)\{([^{}]*)\}/g;
const bare = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '');

const declarationsOf = ({ text }: Sheet): Declaration[] =>
  [...bare(text).matchAll(rulePattern)].flatMap(([, selector, body]) =>
    body!
      .split(';')
      .filter(line => line.includes(':'))
      .map(line => {
        const [property, ...value] = line.split(':');
        return {
          selector: selector!.trim().replace(/\s+/g, ' '),
          property: property!.trim(),
          value: value.join(':').trim().replace(/\s+/g, ' '),
        };
      }),
  );

const scaled = /^(font|font-size|line-height|(row-|column-)?gap|margin(-\w+)*|padding(-\w+)*|border(-\w+)*-radius)$/;
/** Where the scales themselves are written. */
const tokens = 'ui/theme/tokens.css';

/** Sizes in pixels that are on no scale: `sheet selector { declaration }`. */
export const rawSizes = (sheets: readonly Sheet[]): string[] =>
  sheets
    .filter(({ path }) => path !== tokens)
    .flatMap(sheet =>
      declarationsOf(sheet)
        .filter(({ property, value }) => scaled.test(property) && /\dpx/.test(value))
        .map(({ selector, property, value }) => `${sheet.path} ${selector} { ${property}: ${value} }`),
    );

/** Who owns the classes of a sheet: a feature, or a folder below the features. */
const homeOf = (path: string): string => /^features\/[^/]+/.exec(path)?.[0] ?? path.split('/')[0]!;
const isShared = (home: string) => !home.startsWith('features/');

/** How a thing is at the moment, said beside its name. */
const isState = (name: string) => name.startsWith('is-');
/** Set by the library that draws the graph. */
const ofLibraries =
  /^(react-flow(__.+)?|draggable|dragging|selection|selectable|inactive|connecting(from|to)|connectionindicator)$/;

const classesOf = (sheet: Sheet): Set<string> => {
  const selectors = [...bare(sheet.text).matchAll(rulePattern)].map(([, selector]) => selector!);
  const names = selectors.flatMap(selector => [...selector.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name!));
  return new Set(names.filter(name => !isState(name) && !ofLibraries.test(name)));
};

/** Begins with the name of the sheet or of a folder it lies in. What the kit (`ui`) draws is named after itself alone. */
const isOwn = (name: string, { path }: Sheet): boolean =>
  path.startsWith('ui/') ||
  path
    .replace(/^features\//, '')
    .replace(/\.css$/, '')
    .split('/')
    .some(begin => name === begin || name.startsWith(`${begin}-`));

/** The home of every class; what two homes name, or nobody, is a complaint. */
const ownersOf = (sheets: readonly Sheet[]): Map<string, Set<string>> => {
  const owners = new Map<string, Set<string>>();
  for (const sheet of sheets)
    for (const name of classesOf(sheet)) {
      const homes = owners.get(name) ?? new Set();
      owners.set(name, isOwn(name, sheet) ? homes.add(homeOf(sheet.path)) : homes);
    }
  return owners;
};

export const strayClasses = (sheets: readonly Sheet[]): string[] => {
  const owners = ownersOf(sheets);
  const doubled = [...owners]
    .filter(([, homes]) => [...homes].filter(home => home !== 'ui').length > 1)
    .map(([name, homes]) => `.${name} means two things: ${[...homes].join(', ')}`);
  const nameless = sheets.flatMap(sheet =>
    [...classesOf(sheet)]
      .filter(name => ![...owners.get(name)!].some(home => home === homeOf(sheet.path) || isShared(home)))
      .map(name => `${sheet.path}: .${name} begins with the name neither of its sheet nor of a folder of it`),
  );
  return [...doubled, ...nameless];
};

/** What stands in for each other: `:is(a, b) c` is `a c` and `b c`. What something is not, and which of a row, names nothing. */
const alternatives = (selector: string): string[] => {
  const inner = /:([\w-]+)\(([^()]*)\)/.exec(selector);
  if (!inner) return selector.split(',').map(each => each.trim().replace(/\s+/g, ' '));
  const [text, name, inside] = inner;
  const ways = /^(is|where|has)$/.test(name!) ? inside!.split(',') : [''];
  const [before, after] = [selector.slice(0, inner.index), selector.slice(inner.index + text.length)];
  return ways.flatMap(way => alternatives(before + way + after));
};

/** Of the whole page, or a step of `@keyframes`. */
const isOfNobody = (selector: string) => /^(@.*|:root|from|to|[\d.]+%)$/.test(selector);

/** The kit, and the frame around every page. */
const isEverywhere = ({ path }: Sheet) => /^(ui|app)\//.test(path);

/**
 * Selectors that change other pages: the sheet of a page that was visited stays, so each of its selectors names something
 * of its own, beside what it names of the kit.
 */
export const farSelectors = (sheets: readonly Sheet[]): string[] => {
  const kit = new Set(sheets.filter(({ path }) => path.startsWith('ui/')).flatMap(sheet => [...classesOf(sheet)]));
  const names = (selector: string) => [...selector.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name!);
  return sheets
    .filter(sheet => !isEverywhere(sheet))
    .flatMap(sheet => {
      const written = [...bare(sheet.text).matchAll(rulePattern)].flatMap(([, selector]) => alternatives(selector!));
      const far = [...new Set(written)].filter(selector => {
        const isBound = names(selector).some(name => isOwn(name, sheet) && !kit.has(name));
        return !isBound && !isOfNobody(selector);
      });
      return far.map(selector => `${sheet.path}: ${selector} names no class of its own`);
    });
};

interface Node {
  readonly type?: unknown;
  readonly value?: unknown;
  readonly name?: unknown;
  readonly raw?: unknown;
}

/** The words of all strings of a file; of those alone that make a `className` too. */
const wordsOf = ({ path, text }: Source): { all: Set<string>; classes: Set<string> } => {
  const found = { all: new Set<string>(), classes: new Set<string>() };
  const visit = (node: unknown, inClass: boolean): void => {
    if (Array.isArray(node)) for (const each of node) visit(each, inClass);
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
    const { type, value, name } = node as Node;
    const said = type === 'Literal' ? value : type === 'TemplateElement' ? (value as Node).raw : undefined;
    for (const word of typeof said === 'string' ? said.split(/\s+/) : []) {
      found.all.add(word);
      if (inClass) found.classes.add(word);
    }
    const isClass = type === 'JSXAttribute' && (name as Node).name === 'className';
    for (const [key, part] of Object.entries(node)) if (key !== 'parent') visit(part, inClass || isClass);
  };
  visit(parseAst(text, { lang: path.endsWith('.tsx') ? 'tsx' : 'ts' }), false);
  return found;
};

const web = 'packages/web/src/';
const bySource = (sources: readonly Source[]) =>
  sources
    .filter(({ path }) => path.startsWith(web) && !/\.test\.tsx?$|\/testing\//.test(path))
    .map(source => ({ home: homeOf(source.path.slice(web.length)), path: source.path, words: wordsOf(source) }));

/** Names that are put together: `lv-${level}`. */
const composed = /^lv-/;

/** Classes that a sheet styles and no string of theirs says. */
export const idleClasses = (sheets: readonly Sheet[], sources: readonly Source[]): string[] => {
  const files = bySource(sources);
  return [...ownersOf(sheets)]
    .filter(([name]) => !composed.test(name))
    .filter(([name, homes]) => {
      const mayUse = (home: string) => [...homes].some(owner => isShared(owner) || owner === home) || home === 'app';
      return !files.some(({ home, words }) => mayUse(home) && words.all.has(name));
    })
    .map(([name]) => `.${name} has no user`);
};

/** Classes of one feature on the elements of another. */
export const borrowedClasses = (sheets: readonly Sheet[], sources: readonly Source[]): string[] => {
  const owners = ownersOf(sheets);
  return bySource(sources)
    .filter(({ home }) => home !== 'app')
    .flatMap(({ home, path, words }) =>
      [...words.classes]
        .filter(name => owners.has(name) && ![...owners.get(name)!].some(owner => isShared(owner) || owner === home))
        .map(name => `${path} wears .${name} of ${[...owners.get(name)!].join(', ')}`),
    );
};
