import { lineEndpoints } from '@lianxian/contract';
import { numberCore } from '@lianxian/core';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, pageOf, refuse } from '../../platform/http/index.ts';
import { later } from '../../platform/time.ts';
import { countNumbers, isLine, listNumbers } from './caller-ids.store.ts';
import { addNumbers, removeNumber, saveNumber } from './caller-ids.ts';
import { lineNumberOf } from './caller-ids.view.ts';
import { tellContested } from './claims.store.ts';
import { type AddressesOf, takenClaims } from './claims.ts';

interface CallerIdsParts {
  readonly unscopedDb: UnscopedDb;
  /** For numbers that several merchants have at one carrier: lines of one carrier are told by where they are. */
  readonly addressesOf: AddressesOf;
  /** Numbers that somebody has were claimed by somebody else; once a day for each. */
  readonly onContested: () => Promise<void>;
  /** Numbers of this line are others by now. */
  readonly onChanged: (lineId: string) => Promise<void>;
}

/** The platform hears of a contested number again, while nobody decides. */
const TOLD_AGAIN_MS = 86_400_000;

export const bindCallerIds = (front: Front, parts: CallerIdsParts): void => {
  const { unscopedDb, addressesOf, onChanged } = parts;
  /** Which of these numbers are another merchant's; who looks makes the platform look, too. */
  const takenOf = async (merchantId: string, numbers: readonly { readonly number: string }[], at: Date) => {
    const cores = [...new Set(numbers.map(({ number }) => numberCore(number)))];
    const taken = await takenClaims(unscopedDb, merchantId, cores, addressesOf);
    const contested = [...new Set(taken.map(({ core }) => core))];
    if ((await tellContested(unscopedDb, contested, later(at, -TOLD_AGAIN_MS))).length > 0) await parts.onContested();
    return new Set(taken.map(({ id }) => id));
  };

  bind(front, lineEndpoints.numbers, async (input, { db, at }) => {
    const page = pageOf(input);
    if (!(await isLine(db, input.lineId))) throw refuse('notFound', { what: 'line' });
    const [rows, total] = await Promise.all([listNumbers(db, input.lineId, page), countNumbers(db, input.lineId)]);
    const taken = await takenOf(
      db.merchantId,
      rows.filter(row => row.planId !== null),
      at,
    );
    return { list: rows.map(row => lineNumberOf(row, taken.has(row.id))), total };
  });
  bind(front, lineEndpoints.addNumbers, async (input, context) => {
    const added = await addNumbers(input, context, unscopedDb);
    await onChanged(input.lineId);
    return added;
  });
  bind(front, lineEndpoints.saveNumber, async (input, context) => {
    const saved = await saveNumber(input, context, unscopedDb);
    await onChanged(saved.lineId);
    const taken = saved.planId === null ? new Set() : await takenOf(context.db.merchantId, [saved], context.at);
    return { taken: taken.has(input.id) };
  });
  bind(front, lineEndpoints.removeNumber, async ({ id }, context) => {
    await onChanged(await removeNumber(id, context));
    return {};
  });
};
