import {
  type AuditRow,
  auditActionText,
  auditFieldText,
  auditPhoneFields,
  auditValueText,
  joined,
  type Language,
} from '@lianxian/contract';
import { maskPhone } from '@lianxian/core';
import type { AuditEntry, AuditSheetEntry } from './audit.store.ts';
import type { Facts } from './facts.policy.ts';

/** What it tells about: fields of after in their order, then those that were there before alone. */
const fieldsOf = ({ before, after }: AuditEntry): string[] => [
  ...new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})]),
];

const masked = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(masked);
  return typeof value === 'string' ? maskPhone(value) : value;
};

/** Phones of callees are masked for who may not see them; also where a phone is the name of what was written. */
export const seenFacts = (facts: Facts | null, seesPhones: boolean): Record<string, unknown> | null =>
  facts &&
  Object.fromEntries(
    Object.entries(facts).map(([field, value]) => [
      field,
      seesPhones || !auditPhoneFields.has(field) ? value : masked(value),
    ]),
  );

export const auditView = (row: AuditEntry): AuditRow => ({
  id: row.id,
  at: row.at.toISOString(),
  action: row.action,
  who: row.employeeId === null ? null : { id: row.employeeId, name: row.whoName ?? '', account: row.whoAccount ?? '' },
  target: row.target,
  targetName: row.targetName,
  about: row.aboutNumber === null ? null : { number: row.aboutNumber, name: row.aboutName ?? '' },
  ip: row.ip,
  pagePath: row.pagePath,
  fields: fieldsOf(row),
});

/** 「并发：5 → 10；启用：是 → 否」 */
const changesText = (row: AuditEntry, language: Language, seesPhones: boolean): string => {
  const [before, after] = [seenFacts(row.before, seesPhones), seenFacts(row.after, seesPhones)];
  const textOf = (facts: Facts, field: string) => auditValueText(field, facts[field], language);
  const changes = fieldsOf(row).map(field => {
    const sides = [before, after].flatMap(facts => (facts === null ? [] : [textOf(facts, field)]));
    return joined([auditFieldText(field, language), sides.join(' → ')], 'labelled', language);
  });
  return joined(changes, 'clauses', language);
};

interface SheetReader {
  readonly language: Language;
  readonly seesPhones: boolean;
}

/** One line of the sheet, in the order of the head. */
export const auditSheetRow = (row: AuditSheetEntry, { language, seesPhones }: SheetReader) =>
  [
    row.wallClock,
    row.whoName ?? '',
    row.whoAccount ?? '',
    auditActionText(row.action, language),
    row.targetName,
    row.target,
    changesText(row, language, seesPhones),
    row.ip,
    row.pagePath,
    row.aboutName ?? '',
  ] as const;
