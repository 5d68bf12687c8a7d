import { type InputOf, MOST_APPENDED, MOST_APPENDED_CALLS, type smsEndpoints, smsLimits } from '@lianxian/contract';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';
import { readPhones } from '../blacklist/index.ts';
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

export type RecipientWish = Pick<InputOf<typeof smsEndpoints.count>, 'of' | 'phones' | 'calls'>;

interface RecipientParts {
  readonly unscopedDb: UnscopedDb;
  /** As whoever sends sees them. */
  readonly db: MerchantDb;
  readonly seesPhones: boolean;
}

/** A way to name people: others (customers by their filter) are one more of these. */
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

const ways = { phones: typed, calls: ofCalls } as const satisfies Readonly<Record<RecipientWish['of'], Recipients>>;

export const recipientsOf: Recipients = (wish, parts) => ways[wish.of](wish, parts);
