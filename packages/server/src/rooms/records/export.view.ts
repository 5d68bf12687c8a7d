import { becauseText, callWords, joined, knownBeforeOf, type Language } from '@lianxian/contract';
import { maskNumbers, maskPhone } from '@lianxian/core';
import { exportWords } from './export.words.ts';
import type { SheetCall } from './records.store.ts';

interface SheetReader {
  readonly language: Language;
  /** Without it numbers are masked as on the page. */
  readonly seesPhones: boolean;
}

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

/** One line of the sheet, in the order of the head; times are the merchant's wall clock. */
export const sheetRow = (row: SheetCall, area: string, reader: SheetReader) => {
  const { language, seesPhones } = reader;
  const words = exportWords[language];
  return [
    seesPhones ? row.phone : maskPhone(row.phone),
    row.calleeName,
    area,
    row.direction === 'in' ? words.inbound : (row.taskName ?? words.byHand),
    row.planName,
    row.lineName,
    callWords[language].states[row.state ?? 'live'],
    row.because === null ? '' : becauseText(row.because, language),
    row.level ?? '',
    Math.round(row.talkMs / 1_000),
    row.turns,
    row.placedAt,
    row.answeredAt,
    row.hungUpBy === null ? '' : callWords[language].hungUpBy[row.hungUpBy],
    Number(row.cost),
    answersText(row.answers, reader),
    aboutText(row, reader),
  ] as const;
};
