import { inTransaction, type UnscopedDb } from '../../platform/db/index.ts';
import { ringBells } from '../bell/index.ts';
import { takeDue } from './deadlines.store.ts';

/** What each side is told of an order; neither name nor plan of a merchant is in it. */
interface News {
  readonly order: string;
  readonly what: 'offered' | 'taken' | 'handedIn' | 'sentBack' | 'accepted' | 'done' | 'cancelled' | 'near' | 'late';
  readonly facts?: Readonly<Record<string, string | number>>;
}
interface Told {
  readonly merchantId: string;
  readonly people: readonly (string | null)[];
}

export const ringOrder = (tx: UnscopedDb, { order, what, facts = {} }: News, ...told: readonly Told[]): Promise<void> =>
  ringBells(
    tx,
    told.flatMap(({ merchantId, people }) => {
      const known = people.filter(id => id !== null);
      const event = { merchantId, kind: 'recordOrder', about: `${order} ${what}`, people: known } as const;
      return known.length === 0 ? [] : [{ ...event, facts: { order, what, ...facts } }];
    }),
  );

const AT_ONCE = 100;

/** Both sides hear once that an order is due within a day, and once that it was. */
export const ringDeadlines = (db: UnscopedDb): Promise<void> =>
  inTransaction(db, async tx => {
    for (const { id, merchantId, deadline, createdBy, offeredTo, takenBy, isLate } of await takeDue(tx, AT_ONCE)) {
      const news = { order: id, what: isLate ? 'late' : 'near', facts: { deadline } } as const;
      const sides = [
        { merchantId, people: [createdBy] },
        { merchantId: offeredTo, people: [takenBy] },
      ];
      await ringOrder(tx, news, ...sides);
    }
  });
