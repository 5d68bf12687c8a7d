import { endpoints, type OutputOf } from '@lianxian/contract';
import { create } from 'zustand';
import { call } from '../api/call.ts';
import { dropToken, readToken } from '../api/token.ts';
import { nameLevels } from './level-names.ts';

export type Visitor = OutputOf<typeof endpoints.user.getUserInfo>;

const useStore = create<{ visitor: Visitor | null }>(() => ({ visitor: null }));
let asked: { token: string; answer: Promise<Visitor> } | null = null;

/** Who is signed in; asked once a token. Fails like any call (103 signs out by itself). */
export const askVisitor = (): Promise<Visitor> => {
  const token = readToken() ?? '';
  if (asked?.token !== token) {
    const answer = call(endpoints.user.getUserInfo, {}).then(visitor => {
      nameLevels(visitor.levelNames);
      useStore.setState({ visitor });
      return visitor;
    });
    answer.catch(() => {
      asked = null;
    });
    asked = { token, answer };
  }
  return asked.answer;
};

/** Asks again: rights have changed. Until the answer comes the old ones are shown; the server has the new ones already. */
export const askVisitorAgain = (): Promise<Visitor> => {
  asked = null;
  return askVisitor();
};

/** Nobody is signed in any more: what was known of whoever it was goes. */
export const forgetVisitor = (): void => {
  asked = null;
  useStore.setState({ visitor: null });
};

/** As it was last told; null before it was asked for. */
export const currentVisitor = (): Visitor | null => useStore.getState().visitor;

/** Who is signed in; null only while the shell is not shown. */
export const useVisitor = (): Visitor | null => useStore(state => state.visitor);

/**
 * Revokes the token. The cookie goes at once, whether the server answers or not: the socket that the server then closes
 * must not look like an expired sign-in.
 */
export const signOut = async (): Promise<void> => {
  const revoked = call(endpoints.user.logout, {}, { quiet: true });
  dropToken();
  await revoked.catch(() => undefined);
};
