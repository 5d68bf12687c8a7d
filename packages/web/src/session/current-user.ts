import { endpoints, type OutputOf } from '@lianxian/contract';
import { create } from 'zustand';
import { call } from '../api/call.ts';
import { endSignIn, forgetKept } from '../api/kept.ts';
import { readToken } from '../api/token.ts';
import { nameLevels } from './level-names.ts';

export type CurrentUser = OutputOf<typeof endpoints.user.getUserInfo>;

const useStore = create<{ user: CurrentUser | null }>(() => ({ user: null }));
let asked: { token: string; answer: Promise<CurrentUser> } | null = null;

/** Who is signed in; asked once a token. Fails like any call (103 signs out by itself). */
export const askCurrentUser = (): Promise<CurrentUser> => {
  const token = readToken() ?? '';
  if (asked?.token !== token) {
    const answer = call(endpoints.user.getUserInfo, {}).then(user => {
      nameLevels(user.levelNames);
      useStore.setState({ user });
      forgetKept(accountNow());
      return user;
    });
    answer.catch(() => {
      asked = null;
    });
    asked = { token, answer };
  }
  return asked.answer;
};

/** Asks again: rights have changed. Until the answer comes the old ones are shown; the server has the new ones already. */
export const askCurrentUserAgain = (): Promise<CurrentUser> => {
  asked = null;
  return askCurrentUser();
};

/** Nobody is signed in any more: what was known of whoever it was goes. */
export const forgetCurrentUser = (): void => {
  asked = null;
  useStore.setState({ user: null });
};

/** As it was last told; null before it was asked for. */
export const currentUser = (): CurrentUser | null => useStore.getState().user;

/** Whose it is that this browser keeps, beside who else signs in here: merchants may be called alike. Empty: nobody's. */
export const accountNow = (): string => {
  const user = currentUser();
  return user ? `${user.merchantNumber}/${user.account}` : '';
};

/** Who is signed in; null only while the shell is not shown. */
export const useCurrentUser = (): CurrentUser | null => useStore(state => state.user);

/** Who makes plans, or tasks, may be nobody who reads calls: single calls are then neither asked for nor led to. */
export const useReadsCalls = (): boolean => useCurrentUser()?.rights.includes('callLog') ?? false;

/**
 * Revokes the token. The cookie goes at once, whether the server answers or not: the socket that the server then closes
 * must not look like an expired sign-in.
 */
export const signOut = async (): Promise<void> => {
  const revoked = call(endpoints.user.logout, {}, { quiet: true });
  endSignIn();
  await revoked.catch(() => undefined);
};
