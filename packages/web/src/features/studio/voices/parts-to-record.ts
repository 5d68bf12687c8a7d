import { soundKey } from '@lianxian/core';
import type { PlacedSentence, SentencePart } from './use-voices.ts';

/** One thing to be recorded: a part of a sentence between its variables. */
export interface ToRecord {
  /** Where it is kept: finds the recording again when the text is changed. */
  readonly place: string;
  /** Names it in this page. */
  readonly key: string;
  /** Its place in the whole list, from 1: what is recorded meanwhile changes no number. */
  readonly number: number;
  readonly text: string;
  readonly part: SentencePart;
  readonly sentence: PlacedSentence;
}

/** As one reads it aloud: what a variable left at its start is no text. */
const asRead = (text: string): string => text.replace(/^[\p{P}\s]+/u, '').trim();

/** Every part once, in the order of the plan: the same text at two places is recorded once. */
export const partsToRecord = (sentences: readonly PlacedSentence[]): readonly ToRecord[] => {
  const seen = new Set<string>();
  return sentences.flatMap(sentence =>
    sentence.state === 'synthesised'
      ? []
      : sentence.parts.flatMap((part, index) => {
          const key = soundKey(part.text);
          if (seen.has(key)) return [];
          seen.add(key);
          const place = `${sentence.place}.${index}`;
          return [{ place, key, number: seen.size, text: asRead(part.text), part, sentence }];
        }),
  );
};

/** The next that is not recorded, from `at` on and then from the start; null: none is left. */
export const nextOpen = (all: readonly ToRecord[], after: string | null): string | null => {
  const from = all.findIndex(({ key }) => key === after) + 1;
  const open = [...all.slice(from), ...all.slice(0, from)].find(
    ({ key, part }) => part.state !== 'recorded' && key !== after,
  );
  return open?.key ?? null;
};

const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** The list for a speaker elsewhere, as CSV; Excel needs the mark at its start. A formula stays a text. */
export const listAsCsv = (open: readonly ToRecord[], head: readonly string[], roots: string): string => {
  const safe = (text: string) => cell(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
  const rows = open.map(({ number, text, sentence }) => [String(number), sentence.of?.name ?? roots, text]);
  return `\uFEFF${[head, ...rows].map(row => row.map(safe).join(',')).join('\r\n')}\r\n`;
};
