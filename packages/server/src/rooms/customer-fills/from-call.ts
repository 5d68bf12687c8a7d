import type { SomeCustomerWords } from '@lianxian/contract';
import { merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { changeCustomer, columnsOf, lockCustomer, noteEvent, wordsOf } from '../customers/index.ts';
import { changesBy } from './changes.ts';
import { answersToKeep } from './fills.store.ts';

/**
 * What was answered goes into the customer's fields, in the transaction that writes the answers: the call is locked, its
 * customer after it. Written again with the same answers it changes nothing.
 */
export const fillFromCall = async (tx: UnscopedDb, merchantId: string, callId: string): Promise<void> => {
  const answers = await answersToKeep(tx, merchantId, callId);
  const id = answers[0]?.customerId;
  if (id === undefined) return;
  const own = merchantDb(tx, merchantId);
  const row = await lockCustomer(own, id);
  if (row === undefined) return;
  const fields = changesBy(answers, wordsOf(row), row.typed);
  if (fields.length === 0) return;
  const words = Object.fromEntries(fields.map(({ field, after }) => [field, after])) as SomeCustomerWords;
  const version = await changeCustomer(own, tx, row, { columns: columnsOf(words), typed: [] });
  await noteEvent(own, { customerId: id, kind: 'changed', by: null, version, facts: { fields, call: callId } });
};
