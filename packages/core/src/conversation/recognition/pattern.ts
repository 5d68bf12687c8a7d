/**
 * A pattern of an operator, `[帮我|给我](查|报)天气`: `[…]` may be left out, `(…)` must be one of, `|` parts choices, `*` is any
 * few characters of one clause. It is no regular expression and never becomes one: it is read into a small machine whose
 * states are all followed at once, so that the time is text × pattern whatever somebody writes (Thompson 1968).
 */
import { punctuation, tidy } from './text.ts';

/** Characters of a pattern, and depth of its brackets. */
const MOST_CHARACTERS = 100;
const MOST_DEPTH = 4;
/** 「*」 stands for at most so many characters; several in a row are one. */
const GAP = 8;

/** Steps that looking for patterns may still take in one sentence. */
export interface Budget {
  left: number;
}
/** Some ms; a plan of ordinary patterns takes a hundredth of it. Beyond it what was found so far counts. */
export const MOST_STEPS = 200_000;

type Piece =
  | { readonly type: 'char'; readonly char: string }
  | { readonly type: 'gap' }
  | { readonly type: 'choice'; readonly ways: readonly (readonly Piece[])[]; readonly optional: boolean };

interface Pattern {
  /** One of these stands in every sentence it matches: looked for first, all patterns of a plan at once. */
  readonly anchors: readonly string[];
  readonly sequence: readonly Piece[];
}

/** Goes on by a character (null: any), or freely to several places; none of both: matched. */
type State = { readonly char: string | null; readonly to: number } | { readonly free: readonly number[] };

/** Null: it cannot be read, or nothing in it is certain, so that it would match anything. */
export const readPattern = (written: string): Pattern | null => {
  const chars = [...tidy(written).replace(/\*+/g, '*')];
  if (chars.length > MOST_CHARACTERS) return null;
  const pieces = readSequence(chars, 0, 0);
  if (pieces === null || pieces.at !== chars.length) return null;
  const anchors = anchorsOf(pieces.sequence);
  if (anchors.length === 0) return null;
  return { anchors, sequence: pieces.sequence };
};

/**
 * The machine of a pattern, made for the sentence that holds one of its anchors and then forgotten: kept of all patterns
 * of a plan, it is a hundred times their text.
 */
export const statesOf = ({ sequence }: Pattern): readonly State[] => {
  const states: State[] = [];
  add(states, sequence);
  return [...states, { free: [] }];
};

/** How many states it has at most. */
export const countStates = ({ sequence }: Pick<Pattern, 'sequence'>): number =>
  sequence.reduce((sum, piece) => {
    if (piece.type !== 'choice') return sum + (piece.type === 'gap' ? 2 * GAP : 1);
    return piece.ways.reduce((all, way) => all + countStates({ sequence: way }), sum + 1);
  }, 1);

const readSequence = (
  chars: readonly string[],
  from: number,
  depth: number,
): { readonly sequence: readonly Piece[]; readonly at: number } | null => {
  const sequence: Piece[] = [];
  let at = from;
  while (at < chars.length && !'|])'.includes(chars[at]!)) {
    const char = chars[at]!;
    if (char === '[' || char === '(') {
      const choice = depth < MOST_DEPTH ? readChoice(chars, at, depth) : null;
      if (choice === null) return null;
      sequence.push(choice.piece);
      at = choice.at;
      continue;
    }
    sequence.push(char === '*' ? { type: 'gap' } : { type: 'char', char });
    at++;
  }
  return { sequence, at };
};

const readChoice = (
  chars: readonly string[],
  from: number,
  depth: number,
): { readonly piece: Piece; readonly at: number } | null => {
  const optional = chars[from] === '[';
  const ways: (readonly Piece[])[] = [];
  let at = from;
  do {
    const way = readSequence(chars, at + 1, depth + 1);
    if (way === null || way.sequence.length === 0) return null;
    ways.push(way.sequence);
    at = way.at;
  } while (chars[at] === '|');
  if (chars[at] !== (optional ? ']' : ')')) return null;
  return { piece: { type: 'choice', ways, optional }, at: at + 1 };
};

/** The longest text that must be said, or of a choice its ways; the shortest of them counts. */
const anchorsOf = (sequence: readonly Piece[]): readonly string[] => {
  const runs: (readonly string[])[] = [];
  let run = '';
  for (const piece of [...sequence, null]) {
    if (piece?.type === 'char') {
      run += piece.char;
      continue;
    }
    if (run !== '') runs.push([run]);
    run = '';
    if (piece?.type === 'choice' && !piece.optional) {
      const ways = piece.ways.map(anchorsOf);
      if (ways.every(way => way.length > 0)) runs.push(ways.flat());
    }
  }
  const shortest = (anchors: readonly string[]): number => Math.min(...anchors.map(anchor => anchor.length));
  return runs.toSorted((a, b) => shortest(b) - shortest(a))[0] ?? [];
};

/** Appends the states of a sequence; it ends at whatever is appended next. */
const add = (states: State[], sequence: readonly Piece[]): void => {
  for (const piece of sequence)
    switch (piece.type) {
      case 'char':
        states.push({ char: piece.char, to: states.length + 1 });
        break;
      case 'gap': {
        const end = states.length + 2 * GAP;
        for (let n = 0; n < GAP; n++)
          states.push({ free: [states.length + 1, end] }, { char: null, to: states.length + 2 });
        break;
      }
      case 'choice':
        addChoice(states, piece.ways, piece.optional);
    }
};

const addChoice = (states: State[], ways: readonly (readonly Piece[])[], optional: boolean): void => {
  const fork = states.length;
  states.push({ free: [] });
  const starts: number[] = [];
  const ends: number[] = [];
  for (const way of ways) {
    starts.push(states.length);
    add(states, way);
    ends.push(states.length);
    states.push({ free: [] });
  }
  const after = states.length;
  states[fork] = { free: optional ? [...starts, after] : starts };
  for (const end of ends) states[end] = { free: [after] };
};

/** Where a pattern stands in `chars`: the first that ends; null where it does not, or the budget does not reach. */
export const findPattern = (
  states: readonly State[],
  chars: readonly string[],
  budget: Budget,
): { readonly start: number; readonly end: number } | null => {
  /** State → where its match began; the earliest counts. */
  let here = new Map<number, number>();
  for (let at = 0; at <= chars.length && budget.left > 0; at++) {
    budget.left -= reach(states, here, 0, at);
    const start = here.get(states.length - 1);
    if (start !== undefined) return { start, end: at };
    const next = new Map<number, number>();
    const char = chars[at];
    if (char === undefined) break;
    for (const [state, began] of here) {
      const move = states[state]!;
      if ('char' in move && (move.char === char || (move.char === null && !punctuation.test(char))))
        budget.left -= reach(states, next, move.to, began);
    }
    here = next;
  }
  return null;
};

/** Answers how many steps it took. */
const reach = (states: readonly State[], reached: Map<number, number>, from: number, began: number): number => {
  const open = [from];
  let steps = 0;
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    steps++;
    if ((reached.get(state) ?? Infinity) <= began) continue;
    reached.set(state, began);
    const move = states[state]!;
    if ('free' in move) open.push(...move.free);
  }
  return steps;
};
