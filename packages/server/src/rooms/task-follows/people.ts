import type { MerchantDb } from '../../platform/db/index.ts';
import type { customersById } from '../customers/index.ts';
import { sheetOf } from '../from-calls/index.ts';
import { variablesOfVersion } from '../plans/index.ts';

type Customers = Awaited<ReturnType<typeof customersById>>;

/** Customers as a list that a task of this plan reads: numbers and names, and what the library has besides. */
export const listOf = async (
  db: MerchantDb,
  customers: Customers,
  { planId, planVersion }: { readonly planId: string; readonly planVersion: number },
) => {
  const variables = await variablesOfVersion(db, planId, planVersion);
  const people = customers.map(({ phone, name, company, position }) => ({
    phone,
    calleeName: name,
    variables: Object.fromEntries(Object.entries({ 公司: company, 职位: position }).filter(([, text]) => text !== '')),
  }));
  return sheetOf(people, new Set(variables.map(one => one.name)));
};
