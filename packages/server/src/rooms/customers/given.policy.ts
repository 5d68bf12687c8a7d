import type { CustomerField } from '@lianxian/contract';
import { dateCell } from '@lianxian/core';

const sexes: Readonly<Record<string, string>> = {
  男: '1',
  女: '2',
  male: '1',
  female: '2',
  m: '1',
  f: '2',
  1: '1',
  2: '2',
};

const DAY = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?(?:[ T].*)?$/;
const dayOf = (cell: string): string => {
  const [, year = '', month = '', day = ''] = DAY.exec(dateCell(cell)) ?? [];
  return year === '' ? cell : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
};

/** What a sheet or a talk has for a field, as a form would be filled in with it. */
export const wordGiven = (use: CustomerField, cell: string): string => {
  if (use === 'sex') return sexes[cell.toLowerCase()] ?? '';
  if (use === 'birthday') return dayOf(cell);
  if (use === 'tags') return cell.replace(/[，、;；\s]+/g, ',');
  return use === 'remark' || use === 'mark' ? cell : cell.replace(/\p{Cc}+/gu, ' ');
};
