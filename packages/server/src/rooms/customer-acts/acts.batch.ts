/**
 * What is done to many customers at once (docs/customers.md#many): those that a filter finds, in the order of their ids, a chunk a transaction, so that a killed
 * process goes on where the last commit left off. Customers that are added meanwhile are none of them.
 */
import { customerActEndpoints, stored } from '@lianxian/contract';
import { z } from 'zod';
import {
  inTransaction,
  type MerchantDb,
  merchantDb,
  throughDeadlocks,
  type UnscopedDb,
} from '../../platform/db/index.ts';
import { type BatchRun, type BatchWork, startBatch } from '../batches/index.ts';
import { customersFilter, nextCustomers } from '../customers/index.ts';
import { viewerOf } from '../staff/index.ts';
import { type Doing, giveBack, giveOwners, giveTags, giveType, regionsOf, remove } from './acts.store.ts';
import { share } from './share.policy.ts';

export const CUSTOMER_ACT_KIND = 'customers.act';

/** A filter that was kept, as it was read off the wire. */
export const keptFilter = customerActEndpoints.export.input.extend({ neverCalled: z.boolean().optional() });

/** Which customers, as they were asked for: by whom, on which day. */
export const whichCustomers = z.object({
  filter: keptFilter,
  seesPhones: z.boolean(),
  me: z.string(),
  zone: z.string(),
  today: z.string(),
  /** None that were added later. */
  until: z.string(),
});
export type WhichCustomers = z.infer<typeof whichCustomers>;

const receiver = z.object({
  employeeId: z.string(),
  share: z.number().optional(),
  regions: z.array(z.string()).optional(),
});
const actSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('type'), cateType: z.number() }),
  z.object({ kind: z.literal('tag'), add: z.array(z.string()), drop: z.array(z.string()) }),
  z.object({ kind: z.literal('assign'), how: z.enum(['even', 'share', 'region']), to: z.array(receiver) }),
  z.object({ kind: z.literal('giveBack') }),
  z.object({ kind: z.literal('remove') }),
]);
export type CustomerAct = z.infer<typeof actSchema>;
const orderSchema = whichCustomers.extend({ act: actSchema });
const cursorSchema = z.object({ after: z.string(), seen: z.number(), done: z.number(), over: z.boolean() });
type Cursor = z.infer<typeof cursorSchema>;
const beginning: Cursor = { after: '0', seen: 0, done: 0, over: false };

const titles = {
  type: 'typesOfCustomers',
  tag: 'tagsOfCustomers',
  assign: 'customersAssigned',
  giveBack: 'customersGivenBack',
  remove: 'customersRemoved',
} as const;

export const startCustomerAct = (
  tx: MerchantDb,
  createdBy: string,
  input: WhichCustomers & { readonly act: CustomerAct },
): Promise<string> =>
  startBatch(tx, {
    kind: CUSTOMER_ACT_KIND,
    title: stored([titles[input.act.kind]]),
    type: input.act.kind === 'remove' ? 2 : 0,
    input,
    createdBy,
  });

/** The customers that were asked for, as who asked sees them now. */
export const wantedCustomers = async (
  db: UnscopedDb,
  run: BatchRun,
  { filter, seesPhones, ...asked }: WhichCustomers,
) => ({
  own: merchantDb(db, run.merchantId, await viewerOf(db, run.merchantId, run.createdBy)),
  wanted: customersFilter(filter, seesPhones, asked),
});

/** Does it to these; how many were changed. `seen`: how many had their turn before. */
const actOn = async (
  tx: UnscopedDb,
  doing: Doing,
  act: CustomerAct,
  { ids, seen }: { readonly ids: readonly string[]; readonly seen: number },
): Promise<number> => {
  if (ids.length === 0) return 0;
  switch (act.kind) {
    case 'type':
      return await giveType(tx, doing, ids, act.cateType);
    case 'tag':
      return await giveTags(tx, doing, ids, act);
    case 'giveBack':
      return await giveBack(tx, doing, ids, { kind: 'given', why: '' });
    case 'remove':
      return await remove(tx, doing, ids);
    case 'assign': {
      const placed = await regionsOf(merchantDb(tx, doing.merchantId), ids);
      return await giveOwners(tx, doing, share(act.how, act.to, placed, seen), 'assigned');
    }
  }
};

const CHUNK = 500;

export const customerActWork =
  (db: UnscopedDb): BatchWork =>
  async run => {
    const { act, ...which } = orderSchema.parse(run.input);
    const { own, wanted } = await wantedCustomers(db, run, which);
    const doing = { merchantId: run.merchantId, by: run.createdBy, batchId: run.id };
    let cursor = cursorSchema.catch(beginning).parse(run.cursor);
    while (!cursor.over && run.mayGoOn()) {
      const ids = await nextCustomers(own, wanted, { after: cursor.after, until: which.until, limit: CHUNK });
      cursor = await throughDeadlocks(() =>
        inTransaction(db, async tx => {
          const changed = await actOn(tx, doing, act, { ids, seen: cursor.seen });
          const next: Cursor = {
            after: ids.at(-1) ?? cursor.after,
            seen: cursor.seen + ids.length,
            done: cursor.done + changed,
            over: ids.length < CHUNK,
          };
          await run.progress(tx, { done: next.done, ...(next.over && { total: next.done }), cursor: next });
          return next;
        }),
      );
    }
    return { remark: stored(['rows', { rows: cursor.done }]) };
  };
