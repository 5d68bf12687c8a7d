import { lostHows, type nodeStatEndpoints, type OutputOf } from '@lianxian/contract';
import { maskLines } from '@lianxian/core';
import { groupAlike, keyOf, shownText } from './alike.policy.ts';
import type { MissedRow } from './missed.store.ts';

type Missed = OutputOf<typeof nodeStatEndpoints.missed>;
type Group = Missed['list'][number];

const MOST_GROUPS = 200;
const MOST_TEXTS = 20;
const EXAMPLES = 5;

/** A missed sentence as it is shown. */
interface Line extends MissedRow {
  readonly shown: string;
}

/** Sentences of one call that follow one another may be one number. */
export const linesOf = (rows: readonly MissedRow[]): readonly Line[] => {
  const masked = new Map<MissedRow, string>();
  for (const said of Map.groupBy(rows, ({ callId }) => callId).values()) {
    const inOrder = said.toSorted((a, b) => a.line - b.line);
    for (const [at, text] of maskLines(inOrder.map(row => row.text)).entries()) masked.set(inOrder[at]!, text);
  }
  return rows.map(row => ({ ...row, shown: shownText(masked.get(row) ?? '', row.calleeName) }));
};

interface Reading {
  /** What the draft makes of a sentence; null: nothing. */
  readonly understoodAs: (text: string) => string | null;
  readonly ignored: ReadonlySet<string>;
  readonly withIgnored: boolean;
}

/** Groups of what was missed, the commonest first. */
export const missedView = (rows: readonly MissedRow[], reading: Reading): Missed => {
  const lines = linesOf(rows);
  const byText = Map.groupBy(lines, ({ shown }) => shown);
  const sayings = [...byText].map(([text, of]) => ({ text, n: of.length }));
  const groups = groupAlike(sayings).map(members =>
    groupOf(
      members.flatMap(({ text }) => byText.get(text) ?? []),
      reading,
    ),
  );
  const shown = groups.filter(({ ignored }) => reading.withIgnored || !ignored).toSorted((a, b) => b.n - a.n);
  return { lines: lines.length, list: shown.slice(0, MOST_GROUPS) };
};

const isLost = ({ endedNode, endedHow, node }: Line): boolean =>
  endedNode === node && (lostHows as readonly (string | null)[]).includes(endedHow);

const counted = (values: readonly string[]): readonly { readonly value: string; readonly n: number }[] =>
  [...Map.groupBy(values, value => value)]
    .map(([value, of]) => ({ value, n: of.length }))
    .toSorted((a, b) => b.n - a.n || (a.value < b.value ? -1 : 1));

const groupOf = (lines: readonly Line[], { understoodAs, ignored }: Reading): Group => {
  const texts = counted(lines.map(({ shown }) => shown));
  const calls = [...new Map(lines.map(line => [line.callId, line])).values()];
  const text = texts[0]?.value ?? '';
  return {
    text,
    texts: texts.slice(0, MOST_TEXTS).map(({ value, n }) => ({ text: value, n })),
    n: lines.length,
    calls: calls.length,
    levels: Object.fromEntries(counted(calls.map(({ level }) => level ?? '')).map(({ value, n }) => [value, n])),
    lost: new Set(lines.filter(isLost).map(({ callId }) => callId)).size,
    nodes: counted(lines.map(({ node }) => node)).map(({ value, n }) => ({ node: value, n })),
    understoodAs: understoodAs(text),
    ignored: texts.every(({ value }) => ignored.has(keyOf(value))),
    because: Object.fromEntries(
      counted(lines.flatMap(({ because }) => because ?? [])).map(({ value, n }) => [value, n]),
    ),
    examples: calls.slice(0, EXAMPLES).map(({ callId, line, atMs, shown }) => ({ callId, line, atMs, text: shown })),
  };
};
