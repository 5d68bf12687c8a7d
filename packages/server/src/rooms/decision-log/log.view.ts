import {
  type DecisionRow,
  decisionBecauseText,
  decisionKindWords,
  decisionRuleText,
  decisionText,
  type Language,
} from '@lianxian/contract';
import { decisionWord, maskPhone } from '@lianxian/core';
import { knownBecauses } from './known.policy.ts';
import type { ReadDecision } from './log.store.ts';
import { logWords } from './log.words.ts';

interface Reader {
  readonly language: Language;
  /** Without it numbers are masked as on the page. */
  readonly seesPhones: boolean;
}

/** As migration 0088 keeps it: a figure before the number says how it is written. */
const phoneOf = (code: string): string => {
  if (code === '0') return '';
  return code.startsWith('2') ? `+${code.slice(1)}` : code.slice(1);
};

const seen = (code: string, { seesPhones }: Reader): string => {
  const phone = phoneOf(code);
  return seesPhones ? phone : maskPhone(phone);
};

const told = (row: ReadDecision, language: Language) => {
  const kind = decisionWord.kind(row.kind);
  const because = decisionWord.because(row.because);
  const { amount, outcome } = row;
  return {
    kind,
    because,
    text: decisionText({ kind, because, amount, outcome, who: row.who ?? '' }, language),
    rule: decisionRuleText(decisionWord.rule(row.rule), row.version, language),
  };
};

/** As the ledger keeps what is of none. */
const NO_TASK = '0';
const aboutCall: ReadonlySet<string> = new Set(['dialled', 'notDialled', 'settled', 'redial', 'passedOn']);

export const decisionView = (row: ReadDecision, reader: Reader): DecisionRow => {
  const { kind, because, text, rule } = told(row, reader.language);
  return {
    id: row.id,
    at: row.at.toISOString(),
    phone: seen(row.phone, reader),
    taskId: row.taskId === NO_TASK ? null : row.taskId,
    task: row.task ?? '',
    kind: kind ?? '',
    because: because ?? '',
    text,
    until: row.until?.toISOString() ?? null,
    rule,
    callId: kind !== null && aboutCall.has(kind) ? row.about : null,
    recorded: row.recorded,
  };
};

const widths = [20, 14, 20, 10, 40, 20, 20, 12] as const;

export const decisionSheet = (reader: Reader) => {
  const { title, head } = logWords[reader.language];
  return {
    title,
    head,
    columns: widths.map(width => ({ width })),
    line: (row: ReadDecision) => {
      const { kind, text, rule } = told(row, reader.language);
      const word = kind === null ? '' : decisionKindWords[kind][reader.language];
      const call = kind !== null && aboutCall.has(kind) ? row.about : '';
      return [row.wallAt, seen(row.phone, reader), row.task ?? '', word, text, row.wallUntil ?? '', rule, call];
    },
  };
};

/** Rows of a sheet by the code of why; who sees numbers masked is told one figure of those that are known. */
export const refusedView = (
  refused: readonly { readonly because: number; readonly rows: number }[],
  { language, seesPhones }: Reader,
): readonly { readonly because: string; readonly text: string; readonly rows: number }[] => {
  const named = refused.map(({ because, rows }) => {
    const key = decisionWord.because(because) ?? '';
    return { because: key, text: decisionBecauseText('refused', key, language), rows };
  });
  if (seesPhones) return named;
  const isKnown = ({ because }: { because: string }) => knownBecauses.some(one => one === because);
  const known = named.filter(isKnown).reduce((sum, { rows }) => sum + rows, 0);
  const rest = named.filter(row => !isKnown(row));
  return known === 0 ? rest : [{ because: 'known', text: logWords[language].known, rows: known }, ...rest];
};
