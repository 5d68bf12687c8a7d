import { type CallOf, endpoints, type OutputOf } from '@lianxian/contract';
import type { Merchant, Person } from './house.ts';

type GivenCustomer = Partial<CallOf<typeof endpoints.customer.save>>;
type Saved = OutputOf<typeof endpoints.customer.save>;

/** Somebody in the library of a merchant, as this person adds them. */
export const addCustomer = ({ ask }: Pick<Person, 'ask'>, wish: GivenCustomer): Promise<Saved> =>
  ask(endpoints.customer.save, { phone: '13812342217', cateType: '1', ...wish });

export const addCustomers = async (
  { owner }: Pick<Merchant, 'owner'>,
  wishes: readonly GivenCustomer[],
): Promise<readonly Saved[]> => {
  const all: Saved[] = [];
  for (const wish of wishes) all.push(await addCustomer(owner, wish));
  return all;
};

type Happening = OutputOf<typeof endpoints.customer.timeline>['list'][number];
export const happening = (more: Partial<Happening>): Happening => ({
  ...{ at: new Date().toISOString(), kind: 'note', by: '刘洋', text: '', state: '', fields: [], callId: null },
  ...{ direction: null, level: null, talkMs: null },
  ...more,
});
