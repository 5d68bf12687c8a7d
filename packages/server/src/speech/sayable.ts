/**
 * A model's text as a robot may say it: what it thought aloud, marks of a document, addresses and pictures are taken out;
 * of what is left, whole sentences up to a length that a callee still listens to.
 */
const MOST_CHARACTERS = 160;

export const sayable = (text: string): string => {
  const plain = text
    .replace(/<think>[\s\S]*?(<\/think>|$)/g, '')
    .replace(/```[\s\S]*?(```|$)/g, '')
    .replace(/https?:\/\/[^\s，。）)]+/g, '')
    .replace(/<[^<>]{0,200}>/g, '')
    .replace(/^[ \t]*(?:[-*•>#]+|\d+[.、)])[ \t]*/gm, '')
    .replace(/[*_`#|~]+/g, '')
    .replace(/[\p{Extended_Pictographic}\p{Cf}]+/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  if (plain.length <= MOST_CHARACTERS) return plain;
  const cut = plain.slice(0, MOST_CHARACTERS);
  const end = Math.max(...['。', '！', '？', '；', '.', '!', '?'].map(mark => cut.lastIndexOf(mark)));
  return end > 0 ? cut.slice(0, end + 1) : cut;
};

const letters = (text: string): string => text.toLowerCase().replace(/[\s\p{P}\p{S}]+/gu, '');

/** Whether it speaks of what the plan forbids: the very words, however they are spaced or punctuated. */
export const isForbidden = (text: string, topics: readonly string[]): boolean => {
  const said = letters(text);
  return topics.some(topic => letters(topic) !== '' && said.includes(letters(topic)));
};
