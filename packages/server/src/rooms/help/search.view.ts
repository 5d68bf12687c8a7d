/** A run of text; one that matched is a hit. */
interface Run {
  readonly text: string;
  readonly hit: boolean;
}

const MOST_WORDS = 5;
const EXCERPT_CHARS = 56;
const BEFORE_CHARS = 16;

/** What is looked for: words between spaces, small letters, each once. */
export const wordsOf = (query: string): readonly string[] =>
  [
    ...new Set(
      query
        .toLowerCase()
        .split(/\s+/)
        .filter(word => word !== ''),
    ),
  ].slice(0, MOST_WORDS);

/** Markdown as it is read: without the signs of its grammar. */
export const plainText = (markdown: string): string =>
  markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s{0,3}(#{1,6}|>|[-*+]|\d+\.)\s+/gm, '')
    .replace(/^[\s|:-]+$/gm, '')
    .replace(/[*`~|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** The next place of any of the words from `from` on; the longer one where two begin. */
const nextHit = (lower: string, words: readonly string[], from: number): { at: number; end: number } | null => {
  const found = words
    .map(word => ({ at: lower.indexOf(word, from), chars: word.length }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at || b.chars - a.chars)[0];
  return found === undefined ? null : { at: found.at, end: found.at + found.chars };
};

/** The text in runs, hits marked. A character whose small form is longer (İ) keeps the text whole, without marks. */
export const runsOf = (text: string, words: readonly string[]): readonly Run[] => {
  const lower = text.toLowerCase();
  if (lower.length !== text.length) return [{ text, hit: false }];
  const runs: Run[] = [];
  let from = 0;
  for (let hit = nextHit(lower, words, 0); hit !== null; hit = nextHit(lower, words, hit.end)) {
    if (hit.at > from) runs.push({ text: text.slice(from, hit.at), hit: false });
    runs.push({ text: text.slice(hit.at, hit.end), hit: true });
    from = hit.end;
  }
  if (from < text.length) runs.push({ text: text.slice(from), hit: false });
  return runs;
};

/** About three lines of the list around the first hit, from the beginning where there is none. */
export const excerptOf = (markdown: string, words: readonly string[]): readonly Run[] => {
  const text = plainText(markdown);
  const first = nextHit(text.toLowerCase(), words, 0)?.at ?? 0;
  const from = Math.max(0, first - BEFORE_CHARS);
  const cut = text.slice(from, from + EXCERPT_CHARS);
  return runsOf(`${from > 0 ? '…' : ''}${cut}${from + EXCERPT_CHARS < text.length ? '…' : ''}`, words);
};
