/** A word for something, and how it sounds. */
interface Word {
  readonly text: string;
  /** Of each character of the text, '' where it has none: pinyin without tones, made at the rim. */
  readonly syllables: readonly string[];
}
/** What something is called, and how it is found. */
interface Name {
  readonly name: Word;
  /** What it is found by besides, with blanks between: an address, an account, other words for it. */
  readonly also: Word;
}

const plain = (text: string) => text.toLowerCase().replaceAll(/[\s/_·-]/g, '');
const isLatin = (text: string) => /^[a-z0-9]{2,}$/.test(text);

/** How far `wanted` reaches when each part in turn may give its beginning, from those places on. */
const reach = (wanted: string, from: ReadonlySet<number>, part: string): ReadonlySet<number> => {
  const ends = new Set<number>();
  for (const at of from)
    for (let end = at + 1; end <= wanted.length && part[end - at - 1] === wanted[end - 1]; end += 1) ends.add(end);
  return ends;
};

/** What is heard of each character; nothing where there is a blank or a sign, at which a sound ends. */
const heardOf = ({ text, syllables }: Word): readonly string[] =>
  [...text].map((char, at) => syllables[at] || plain(char));

/** Is it their sound from the first on: whole syllables, first letters, or some of each? */
const isHeardFrom = (wanted: string, parts: readonly string[]): boolean => {
  let ends: ReadonlySet<number> = new Set([0]);
  for (const part of parts) {
    ends = reach(wanted, ends, part);
    if (ends.has(wanted.length)) return true;
    if (ends.size === 0) return false;
  }
  return false;
};

const hasInOrder = (wanted: string, name: string): boolean => {
  let at = 0;
  for (const letter of name) if (letter === wanted[at]) at += 1;
  return wanted.length > 1 && at === wanted.length;
};

/** From which of its characters on it sounds so; -1: from none. */
const heardFrom = (wanted: string, parts: readonly string[]): number =>
  isLatin(wanted) ? parts.findIndex((_, at) => isHeardFrom(wanted, parts.slice(at))) : -1;

/** Other words are many and short: one sounds so from its beginning or not at all. */
const isHeardInOne = (wanted: string, parts: readonly string[]): boolean =>
  isLatin(wanted) && parts.some((_, at) => !parts[at - 1] && isHeardFrom(wanted, parts.slice(at)));

/**
 * How well what somebody typed names a thing, less is better; null where it does not. First what the name begins with, then
 * what is in it, what it sounds like (`thjl`, `tonghua`, `thjilu` for 通话记录), what else it is found by, as it is written
 * and as it sounds, and last some of its characters in their order. Nothing typed fits all.
 */
export const namedBy = (typed: string, { name, also }: Name): number | null => {
  const [wanted, label] = [plain(typed), plain(name.text)];
  if (label.startsWith(wanted)) return 0;
  if (label.includes(wanted)) return 1;
  const start = heardFrom(wanted, heardOf(name).filter(Boolean));
  if (start >= 0) return start === 0 ? 2 : 3;
  if (plain(also.text).includes(wanted) || isHeardInOne(wanted, heardOf(also))) return 4;
  return hasInOrder(wanted, label) ? 5 : null;
};
