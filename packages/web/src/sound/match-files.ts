/** Letters and signs that a file system or a hand puts between: not looked at when names are compared. */
const bare = (text: string): string => text.replace(/[\p{P}\p{Z}\s_]/gu, '').toLowerCase();
const stem = (name: string): string => name.replace(/\.[^.]{1,5}$/, '');

/** What a file is called after: its text without a leading number, `03-您好.wav` → 您好. */
export const textOfFile = (name: string): string =>
  stem(name)
    .replace(/^\d{1,4}[\s._、-]+(?=\S)/, '')
    .trim();

/** What a file was recorded for: the one whose text it is named after, else the one whose number it has. Null: none. */
export const matchFile = <Item extends { readonly number: number; readonly text: string }>(
  name: string,
  all: readonly Item[],
): Item | null => {
  const named = bare(textOfFile(name));
  const byText = named === '' ? undefined : all.find(({ text }) => bare(text) === named);
  const numbered = Number(/^\d{1,4}/.exec(stem(name))?.[0] ?? 0);
  return byText ?? all.find(({ number }) => number === numbered) ?? null;
};
