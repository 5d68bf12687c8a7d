import { z } from 'zod';
import { giveMerchant } from '../../seed/seed.store.ts';
import { provisionMerchant } from '../../seed/seed.ts';
import { merchantDb } from '../../src/platform/db/index.ts';
import { createOwner } from '../../src/rooms/accounts/index.ts';
import { topUp } from '../../src/rooms/billing/index.ts';
import { peopleOf } from '../people.ts';
import { provisionMerchant as giveOneOfEach } from '../samples.ts';
import { type Actions, action, type Ground } from './action.ts';
import { batchActions } from './batches.ts';
import { lineActions } from './lines.ts';
import { messageActions } from './messages.ts';
import { seatActions } from './seats.ts';
import { signInActions } from './sign-ins.ts';
import { taskActions } from './tasks.ts';

const FIRST_NUMBER = 300_001;
const PASSWORD = 'page-test-password';

/** A merchant of one test file, with its owner signed in; provisioned: with a plan, word groups and the practice line. */
const merchantWish = z.object({
  name: z.string(),
  owner: z.string(),
  kind: z.enum(['merchant', 'reseller', 'platform']),
  /** Id of the merchant that is its reseller. */
  reseller: z.string().nullable(),
  provisioned: z.boolean(),
});
/** Somebody of it, signed in, whose role holds exactly this. */
const personWish = z.object({
  merchant: z.object({ id: z.string(), number: z.string() }),
  name: z.string(),
  rights: z.array(z.string()),
  buttons: z.array(z.string()),
  scope: z.enum(['own', 'department', 'all']),
});

/** What pages' tests may have done at the door of the house; each subject's in a file of its own. */
export const actionsOf = (ground: Ground): Actions => {
  const { house } = ground;
  const { db, pool } = house.database;
  let made = 0;
  return {
    ...batchActions(ground),
    ...seatActions(ground),
    ...lineActions(ground),
    ...messageActions(ground),
    ...signInActions(ground),
    ...taskActions(ground),
    merchant: action(merchantWish, async ({ name, owner, kind, reseller, provisioned }) => {
      const number = String(FIRST_NUMBER + made++);
      const account = 'owner';
      const { merchantId: id, employeeId } = await createOwner(db, {
        ...{ merchantNumber: number, merchantName: name, kind, account, name: owner, password: PASSWORD, demo: false },
      });
      if (reseller !== null) await giveMerchant(db, id, reseller);
      if (provisioned) await provisionMerchant(merchantDb(db, id));
      const token = await house.sessionOf(id, employeeId);
      return { id, number, owner: { id: employeeId, account, password: PASSWORD, token } };
    }),
    person: action(personWish, async ({ merchant, name, ...held }) => {
      return await peopleOf(house, merchant).person(name, held);
    }),
    money: action(z.object({ merchant: z.string(), yuan: z.string() }), async ({ merchant, yuan }) => {
      const wish = { merchantId: merchant, yuan, requestId: null, byEmployee: null, note: '开户赠送' };
      return { done: await db.transaction().execute(tx => topUp(tx, wish)) };
    }),
    /** One row of each kind that belongs to a merchant; their ids. */
    assets: action(z.object({ merchant: z.string() }), ({ merchant }) => giveOneOfEach(house, merchant)),
    /** A call that cost something, paid from its balance; the call's id. */
    charge: action(z.object({ merchant: z.string(), yuan: z.string() }), async ({ merchant, yuan }) => {
      const paid = await pool.query<{ id: string }>(
        `with ended as (
           insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, stage, state,
             because, fault, may_retry, hung_up_by, ended_at)
           select $1, plan.plan_id, plan.version, '话术', line.id, line.name, '13800138000', 'ended', 'answered',
             'byThem', 'nobody', false, 'callee', now()
           from plan_version plan join line using (merchant_id) where merchant_id = $1 limit 1
           returning id
         ), paid as (
           update balance set amount = amount - $2::numeric where merchant_id = $1 returning amount
         )
         insert into ledger (merchant_id, kind, amount, amount_after, call_id)
         select $1, 'call', -$2::numeric, paid.amount, ended.id from ended, paid returning call_id as id`,
        [merchant, yuan],
      );
      return paid.rows[0];
    }),
    quota: action(z.object({ merchant: z.string(), employees: z.number() }), ({ merchant, employees }) =>
      pool.query('update merchant set employee_limit = $2 where id = $1', [merchant, employees]),
    ),
    /** A draft as an operator left it, whole or not. */
    draft: action(
      z.object({
        ...{ merchant: z.string(), name: z.string(), draft: z.looseObject({}) },
        licence: z.string().default('open'),
      }),
      async ({ merchant, name, draft, licence }) => {
        const made = 'insert into plan (merchant_id, name, draft, licence) values ($1, $2, $3, $4) returning id';
        return (await pool.query<{ id: string }>(made, [merchant, name, draft, licence])).rows[0];
      },
    ),
  };
};
