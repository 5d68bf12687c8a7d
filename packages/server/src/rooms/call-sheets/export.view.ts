import { becauseText, callWords, joined, knownBeforeOf, type Language, levelReason } from '@lianxian/contract';
import { maskedTexts, maskNumbers, maskPhone, notedText, type Side } from '@lianxian/core';
import type { SheetCall } from './export.store.ts';
import { exportWords } from './export.words.ts';

interface SheetReader {
  readonly language: Language;
  /** Without it numbers are masked as on the page. */
  readonly seesPhones: boolean;
  /** Who asked. */
  readonly viewer: string;
  /** Where the pages are, as who asked has them. */
  readonly origin: string;
}

/** As the head has them. */
export const sheetColumns = [
  ...[14, 12, 16, 24, 8, 20, 16, 10, 24, 6, 20, 10, 6],
  ...[20, 20, 20, 10, 10, 36, 36, 12, 20, 36, 60, 44],
].map(width => ({ width }));

/** 「意向时间：周六；人数：2」 of what the robot kept. */
const answersText = (answers: unknown, { language, seesPhones }: SheetReader): string => {
  const told = ((answers ?? []) as readonly { readonly label: string; readonly value: string }[]).map(
    ({ label, value }) => joined([label, seesPhones ? value : maskNumbers(value)], 'labelled', language),
  );
  return joined(told, 'clauses', language);
};

/** 「备注：老客户；客户编号：20260001」 of what its sheet said. */
const aboutText = ({ variables, labels }: SheetCall, { language, seesPhones }: SheetReader): string => {
  const known = knownBeforeOf(variables, labels ?? [], seesPhones, language);
  return joined(
    known.map(({ title, value }) => joined([title, value], 'labelled', language)),
    'clauses',
    language,
  );
};

/** Some ten minutes of talk; a cell of a workbook holds four times as much. */
const TRANSCRIPT_CHARS = 8_000;
/** Eight notes as long as they may be. */
const NOTES_CHARS = 4_000;

/** What is cut off says so. */
const cutTo = (text: string, most: number, language: Language): string =>
  text.length <= most ? text : `${text.slice(0, most)}…\n${exportWords[language].cut}`;

/** 「韩梅梅 2026-03-02 09:00：约了周六」, a line each. */
const notesText = ({ notes }: SheetCall, { language, seesPhones, viewer }: SheetReader): string => {
  const each = notes.map(note =>
    joined([`${note.by} ${note.at}`, notedText(note, seesPhones, viewer)], 'labelled', language),
  );
  return cutTo(each.join('\n'), NOTES_CHARS, language);
};

/** A line each: who, and what was said. */
const transcriptText = (lines: unknown, { language, seesPhones }: SheetReader): string => {
  const said = (lines ?? []) as readonly { readonly speaker: Side; readonly text: string }[];
  const { speakers } = exportWords[language];
  const texts = seesPhones ? said.map(({ text }) => text) : maskedTexts(said);
  const whole = said
    .map(({ speaker }, at) => joined([speakers[speaker], texts[at] ?? ''], 'labelled', language))
    .join('\n');
  return cutTo(whole, TRANSCRIPT_CHARS, language);
};

/** The merchant's wall clock, as a sheet has moments. */
const moment = (wallClock: string | null): Date | null =>
  wallClock === null ? null : new Date(`${wallClock.replace(' ', 'T')}Z`);

/** One line of the sheet, in the order of the head; times are the merchant's wall clock. */
export const sheetRow = (row: SheetCall, area: string, reader: SheetReader) => {
  const { language, seesPhones, origin } = reader;
  const words = exportWords[language];
  return [
    seesPhones ? row.phone : maskPhone(row.phone),
    row.calleeName,
    area,
    row.direction === 'in' ? words.inbound : (row.taskName ?? words.byHand),
    row.attempt,
    row.planName,
    row.lineName,
    callWords[language].states[row.state ?? 'live'],
    row.because === null ? '' : becauseText(row.because, language),
    row.level ?? '',
    levelReason(row, seesPhones, language),
    Math.round(row.talkMs / 1_000),
    row.turns,
    moment(row.placedAt),
    moment(row.answeredAt),
    moment(row.endedAt),
    row.hungUpBy === null ? '' : callWords[language].hungUpBy[row.hungUpBy],
    Number(row.cost),
    answersText(row.answers, reader),
    aboutText(row, reader),
    row.follower ?? '',
    moment(row.followedAt),
    notesText(row, reader),
    transcriptText(row.lines, reader),
    { link: `${origin}/platform/call/${row.id}` },
  ] as const;
};
