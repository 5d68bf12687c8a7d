import { type MerchantDb, MerchantStatement } from '../../platform/db/index.ts';
import { type PlanAsked, refuse, type SignedInContext } from '../../platform/http/index.ts';

interface ClosedRow {
  readonly closed: boolean;
}

const ofPlan = new MerchantStatement<{ readonly id: string }, ClosedRow>((db, param) =>
  db.selectFrom('plan').select('plan.closed').where('plan.id', '=', param('id')),
);

/** Whosever call it is: who may not see it is told so by its own room. */
const ofCall = async (db: MerchantDb, id: string): Promise<ClosedRow | undefined> =>
  await db.whole
    .selectFrom('call')
    .innerJoin('plan', join =>
      join.onRef('plan.merchantId', '=', 'call.merchantId').onRef('plan.id', '=', 'call.planId'),
    )
    .select('plan.closed')
    .where('call.id', '=', id)
    .executeTakeFirst();

/** The one place that keeps the graph of a closed plan (decision 131): every endpoint that opens one passes here. @throws planClosed */
export const refuseClosed = async ({ db }: Pick<SignedInContext, 'db'>, { plan, call }: PlanAsked): Promise<void> => {
  const rows = [
    plan === null ? undefined : (await db.run(ofPlan, { id: plan }))[0],
    call === null ? undefined : await ofCall(db, call),
  ];
  if (rows.some(row => row?.closed === true)) throw refuse('planClosed');
};
