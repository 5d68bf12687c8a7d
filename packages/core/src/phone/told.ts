import { maskLines, maskNumbers } from './spoken.ts';

interface Said {
  readonly speaker: string;
  readonly text: string;
}

/** What was said, line by line, as who sees no whole numbers may read it: one may be told in figures or words, in one go or in three. */
export const maskedTexts = (lines: readonly Said[]): readonly string[] => {
  const ofCallee = lines.filter(({ speaker }) => speaker === 'callee');
  const masked = maskLines(ofCallee.map(({ text }) => text));
  const textOf = new Map(ofCallee.map((line, at) => [line, masked[at] ?? '']));
  return lines.map(line => textOf.get(line) ?? maskNumbers(line.text));
};

interface Noted {
  readonly writtenBy: string;
  readonly text: string;
}

/** A number that somebody noted is masked for others; who wrote it knows it, and goes on writing. */
export const notedText = ({ writtenBy, text }: Noted, seesPhones: boolean, viewer: string): string =>
  seesPhones || writtenBy === viewer ? text : maskNumbers(text);
