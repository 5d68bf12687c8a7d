import { type CallOf, endpoints } from '@lianxian/contract';
import { callAtAnyHour } from './any-hour.ts';
import { type Api, type Credentials, signInWith } from './api.ts';
import { demoPasswordOf, type House } from './house.ts';

/** Somebody of a merchant of a test's own, who has a password of their own and has agreed. */
export interface Person {
  readonly api: Api;
  readonly is: Credentials;
}

const OWN_PASSWORD = 'dong-tian-2026';

/** The first sign-in with a password that was told once: it is changed, and the agreement accepted. */
export const settleIn = async (house: House, told: Credentials): Promise<Person> => {
  const api = await signInWith(house, told);
  await api.call(endpoints.security.changePwd, { oldPwd: told.password, newPwd: OWN_PASSWORD });
  const { version } = await api.call(endpoints.security.agreement, {});
  await api.call(endpoints.security.agreement, { accept: '1', version: String(version) });
  return { api, is: { ...told, password: OWN_PASSWORD } };
};

interface NewMerchant {
  readonly number: string;
  readonly name: string;
  readonly account: string;
  readonly ownerName: string;
}

/** Whose tasks are nobody else's: an emergency stop or a cap of its own touches no other scene. It may call at any hour. */
export const openMerchant = async (house: House, merchant: NewMerchant, callsPerDay = 3): Promise<Person> => {
  const password = await demoPasswordOf(house);
  const platform = await signInWith(house, { cid: '100000', account: 'admin', password });
  await platform.call(endpoints.security.prove, { password });
  const opened = await platform.call(endpoints.merchant.save, merchant);
  const owner = await settleIn(house, {
    cid: opened.number,
    account: opened.account,
    password: opened.password ?? '',
  });
  await callAtAnyHour(house, owner.api, { perDay: callsPerDay });
  return owner;
};

export type Role = Pick<CallOf<typeof endpoints.role.save>, 'rights' | 'buttons'>;

/** Somebody who works beside the owner and sees all of the merchant's. */
export const openColleague = async (
  house: House,
  owner: Person,
  { account, name, ...role }: { readonly account: string; readonly name: string } & Role,
): Promise<Person> => {
  await owner.api.call(endpoints.security.prove, { password: owner.is.password });
  const { id } = await owner.api.call(endpoints.role.save, { name: '外呼专员', ...role, scope: 'all' });
  const made = await owner.api.call(endpoints.oa.saveEmployee, { account, name, roleId: id });
  return settleIn(house, { cid: owner.is.cid, account, password: made.password ?? '' });
};
