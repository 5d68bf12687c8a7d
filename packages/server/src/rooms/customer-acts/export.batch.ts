import {
  customerFieldNames,
  customerFieldWord,
  customerTypeWords,
  type Language,
  languages,
  stored,
} from '@lianxian/contract';
import { type customerTypes, maskNumbers, maskPhone } from '@lianxian/core';
import { z } from 'zod';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { type BatchWork, exportSheet, startBatch } from '../batches/index.ts';
import {
  countCustomers,
  customersById,
  type FoundCustomer,
  furtherOfMany,
  nextCustomers,
  readSettings,
  wordsOf,
} from '../customers/index.ts';
import { areasOf, areaText } from '../segments/index.ts';
import { wantedCustomers, whichCustomers } from './acts.batch.ts';

/** Customers as a sheet that an import reads again. */
export const EXPORT_CUSTOMERS = 'customers.export';

const wish = whichCustomers.extend({ language: z.enum(languages) });
type CustomerExportWish = z.infer<typeof wish>;

export const startCustomerExport = (tx: MerchantDb, createdBy: string, input: CustomerExportWish): Promise<string> =>
  startBatch(tx, { kind: EXPORT_CUSTOMERS, title: stored(['customerSheet']), type: 1, input, createdBy });

/** The same of one that waited for a second person's word. */
export const startWaitedCustomers = (tx: MerchantDb, askedBy: string, input: unknown): Promise<string> =>
  startCustomerExport(tx, askedBy, wish.parse(input));

const sexWords: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  'zh-CN': { 1: '男', 2: '女' },
  'zh-TW': { 1: '男', 2: '女' },
  en: { 1: 'Male', 2: 'Female' },
};
const besideWords = {
  'zh-CN': { area: '号码归属', lastCall: '上次通话', level: '意向等级', calls: '通话次数', createdAt: '加入日期' },
  'zh-TW': { area: '號碼歸屬', lastCall: '上次通話', level: '意向等級', calls: '通話次數', createdAt: '加入日期' },
  en: { area: 'Area', lastCall: 'Last call', level: 'Level', calls: 'Calls', createdAt: 'Added' },
} as const satisfies Record<Language, object>;

const sheetFields = customerFieldNames.filter(field => field !== 'city');

/** Parameters are called as the merchant named them. */
const headOf = (language: Language, names: readonly string[]): readonly string[] => {
  const beside = besideWords[language];
  const word = (field: string): string => customerFieldWord(field, language);
  return [
    ...[word('phone'), word('further'), word('cateType'), word('owner')],
    ...sheetFields.map(field => names[Number(/^parameter(\d+)$/.exec(field)?.[1]) - 1] || word(field)),
    ...[beside.area, beside.lastCall, beside.level, beside.calls, beside.createdAt],
  ];
};

interface Seen {
  readonly language: Language;
  readonly seesPhones: boolean;
  readonly area: string;
  readonly further: readonly string[];
}
const minute = (at: Date | null): string => (at === null ? '' : at.toISOString().slice(0, 16).replace('T', ' '));

const lineOf = (row: FoundCustomer, { language, seesPhones, area, further }: Seen): string[] => {
  const shown = (phone: string): string => (seesPhones ? phone : maskPhone(phone));
  const told = (text: string): string => (seesPhones ? text : maskNumbers(text));
  const words = wordsOf(row);
  const cell = (field: (typeof sheetFields)[number]): string => {
    if (field === 'sex') return sexWords[language][words.sex] ?? '';
    return field === 'birthday' ? words.birthday.slice(0, 10) : told(words[field]);
  };
  return [
    shown(row.phone),
    further.map(shown).join(' '),
    customerTypeWords[language][row.cateType as (typeof customerTypes)[number]],
    row.ownerName ?? '',
    ...sheetFields.map(cell),
    ...[area, minute(row.lastCallAt), row.lastLevel ?? '', String(row.calls), row.createdAt.toISOString().slice(0, 10)],
  ];
};

const MOST = 2_000_000_000;

/** Carries out exports that {@link startCustomerExport} asked for. */
export const customerExportWork =
  ({ db, files }: { readonly db: UnscopedDb; readonly files: FileStore }): BatchWork =>
  async run => {
    const { language, ...which } = wish.parse(run.input);
    const { seesPhones, until } = which;
    const { own, wanted } = await wantedCustomers(db, run, which);
    const read = async (after: string | null, limit: number) => {
      const ids = await nextCustomers(own, wanted, { after: after ?? '0', until, limit });
      if (ids.length === 0) return { lines: [], after: null };
      const [rows, further] = await Promise.all([customersById(own, ids), furtherOfMany(own, ids)]);
      const areas = await areasOf(
        db,
        rows.map(({ phone }) => phone),
      );
      const lines = rows.map(row =>
        lineOf(row, {
          ...{ language, seesPhones, further: further.get(row.id) ?? [] },
          area: areaText(areas.get(row.phone), seesPhones),
        }),
      );
      return { lines, after: ids.length < limit ? null : ids.at(-1)! };
    };
    const { names } = await readSettings(own);
    const source = {
      kind: seesPhones ? 'wholeCustomers' : 'customers',
      title: { 'zh-CN': '客户', 'zh-TW': '客戶', en: 'Customers' }[language],
      head: headOf(language, names),
      total: await countCustomers(db, own, wanted, MOST),
      read,
    } as const;
    return await exportSheet(run, source, { db, files });
  };
