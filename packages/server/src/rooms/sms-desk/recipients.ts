import {
  customerFieldWord,
  type InputOf,
  MOST_APPENDED,
  MOST_APPENDED_CALLS,
  type smsEndpoints,
  smsLimits,
} from '@lianxian/contract';
import { parameterNumbers } from '@lianxian/core';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';
import { localTime } from '../../platform/local-time.ts';
import { readPhones } from '../blacklist/index.ts';
import {
  customersById,
  customersFilter,
  type FoundCustomer,
  newestId,
  nextCustomers,
  readSettings,
  wordsOf,
  zoneOf,
} from '../customers/index.ts';
import { filterFor, peopleOf } from '../records/index.ts';

/** Whom a message to many goes to, however they are named. */
export interface Person {
  readonly phone: string;
  readonly name: string;
  readonly values: Readonly<Record<string, string>>;
}
interface People {
  readonly people: readonly Person[];
  /** Rows that are no number. */
  readonly refused: number;
  /** There are more than are taken at once. */
  readonly more: boolean;
}

export type RecipientWish = Pick<InputOf<typeof smsEndpoints.count>, 'of' | 'phones' | 'calls' | 'customers'>;

interface RecipientParts {
  readonly unscopedDb: UnscopedDb;
  /** As whoever sends sees them. */
  readonly db: MerchantDb;
  readonly seesPhones: boolean;
  /** Who sends, and when it was asked: whose `mine` and `today` are. */
  readonly me: string;
  readonly at: Date;
}

/** A way to name people. */
type Recipients = (wish: RecipientWish, parts: RecipientParts) => Promise<People>;

const MOST_CHARS = 40_000_000;

const typed: Recipients = async ({ phones = '' }) => {
  const read = readPhones(phones, smsLimits.recipients);
  if (read === null) return { people: [], refused: 0, more: true };
  return {
    people: read.phones.map(phone => ({ phone, name: '', values: {} })),
    refused: read.refused.length,
    more: false,
  };
};

const ofCalls: Recipients = async ({ calls = {} }, { unscopedDb, db, seesPhones }) => {
  const wanted = await filterFor(unscopedDb, calls, seesPhones);
  const most = { calls: MOST_APPENDED_CALLS, people: MOST_APPENDED + 1, chars: MOST_CHARS };
  const found = await peopleOf(unscopedDb, db, wanted, most);
  const people = found.slice(0, MOST_APPENDED).map(({ phone, calleeName, variables }) => ({
    ...{ phone, name: calleeName },
    values: { ...(calleeName !== '' && { 姓名: calleeName }), ...variables },
  }));
  return { people, refused: 0, more: found.length > MOST_APPENDED };
};

const CHUNK = 500;

/** What a template may say of a customer: fields by the words that forms have for them, parameters by their own names. */
const valuesOfCustomer = (row: FoundCustomer, names: readonly string[]): Readonly<Record<string, string>> => {
  const words = wordsOf(row);
  const known = [
    ...(['name', 'company', 'position'] as const).map(field => [customerFieldWord(field, 'zh-CN'), words[field]]),
    ...parameterNumbers.map(n => [names[n - 1] || customerFieldWord(`parameter${n}`, 'zh-CN'), words[`parameter${n}`]]),
  ] as const;
  return Object.fromEntries(known.filter(([, text]) => text !== ''));
};

/** As whoever sends sees them, in the order of their ids: by their first number. */
const ofCustomers: Recipients = async ({ customers }, { unscopedDb, db, seesPhones, me, at }) => {
  const zone = await zoneOf(unscopedDb, db.merchantId);
  const asked = { me, zone, today: localTime(at, zone).date };
  const wanted = customersFilter({ view: 'all', ...customers }, seesPhones, asked);
  const [until, { names }] = await Promise.all([newestId(db), readSettings(db)]);
  const people: Person[] = [];
  for (let after = '0'; people.length <= MOST_APPENDED; ) {
    const ids = await nextCustomers(db, wanted, { after, until, limit: CHUNK });
    if (ids.length > 0)
      for (const row of await customersById(db, ids))
        people.push({ phone: row.phone, name: row.name, values: valuesOfCustomer(row, names) });
    if (ids.length < CHUNK) break;
    after = ids.at(-1)!;
  }
  return { people: people.slice(0, MOST_APPENDED), refused: 0, more: people.length > MOST_APPENDED };
};

const ways = { phones: typed, calls: ofCalls, customers: ofCustomers } as const satisfies Readonly<
  Record<RecipientWish['of'], Recipients>
>;

export const recipientsOf: Recipients = (wish, parts) => ways[wish.of](wish, parts);
