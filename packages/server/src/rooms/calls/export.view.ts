import { becauseText, callWords, type Language } from '@lianxian/contract';
import { type CallState, type HungUpBy, type Level, maskNumbers, maskPhone } from '@lianxian/core';
import { exportWords } from './export.words.ts';

/** A call as the store reads it for a sheet; times are the merchant's wall clock. */
export interface SheetRowIn {
  readonly phone: string;
  readonly callee_name: string;
  readonly task_name: string | null;
  readonly plan_name: string;
  readonly line_name: string;
  readonly state: CallState | null;
  readonly because: string | null;
  readonly level: Level | null;
  readonly talk_ms: number;
  readonly turns: number;
  readonly placed_at: string | null;
  readonly answered_at: string | null;
  readonly hung_up_by: HungUpBy | null;
  readonly direction: 'out' | 'in';
  readonly cost: string;
  readonly answers: unknown;
}

export interface SheetReader {
  readonly language: Language;
  /** Without it numbers are masked as on the page. */
  readonly seesPhones: boolean;
}

/** 「意向时间：周六；人数：2」 of what the robot kept. */
const answersText = (answers: unknown, seesPhones: boolean): string =>
  ((answers ?? []) as readonly { readonly label: string; readonly value: string }[])
    .map(({ label, value }) => `${label}：${seesPhones ? value : maskNumbers(value)}`)
    .join('；');

/** One line of the sheet, in the order of the head. */
export const sheetRow = (row: SheetRowIn, area: string, { language, seesPhones }: SheetReader) => {
  const words = exportWords[language];
  return [
    seesPhones ? row.phone : maskPhone(row.phone),
    row.callee_name,
    area,
    row.direction === 'in' ? words.inbound : (row.task_name ?? words.byHand),
    row.plan_name,
    row.line_name,
    callWords[language].states[row.state ?? 'live'],
    row.because === null ? '' : becauseText(row.because, language),
    row.level ?? '',
    Math.round(row.talk_ms / 1_000),
    row.turns,
    row.placed_at,
    row.answered_at,
    row.hung_up_by === null ? '' : callWords[language].hungUpBy[row.hung_up_by],
    Number(row.cost),
    answersText(row.answers, seesPhones),
  ] as const;
};
