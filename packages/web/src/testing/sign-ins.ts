import { endpoints } from '@lianxian/contract';
import { action, type Merchant, type Person } from './house.ts';

/** Signs in as a page does. */
export const signIn = async (
  { number, owner }: Merchant,
  { account, password }: { readonly account: string; readonly password: string },
): Promise<{ readonly token: string }> => owner.ask(endpoints.user.login, { cid: number, account, password });

/** Somebody is signed in with another browser as well. */
export const signInElsewhere = (
  { id: merchant }: Merchant,
  { id: employee }: Person,
  browser: { readonly ip: string; readonly userAgent: string },
): Promise<{ readonly id: string; readonly token: string }> => action('elsewhere', { merchant, employee, ...browser });

/** What an authenticator with this secret shows in so many of its steps: a code counts once. */
export const codeOf = async (secret: string, later = 0): Promise<string> =>
  (await action<{ code: string }>('code', { secret, later })).code;

/** A WeChat user opens the mini-program: the code it gets. */
export const openMiniProgram = async (openId: string): Promise<string> =>
  (await action<{ jsCode: string }>('miniProgram', { openId })).jsCode;
