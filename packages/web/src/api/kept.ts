import { dropToken, isCarried, readToken } from './token.ts';

/**
 * What names customers and must outlive a reload, a crash and a lost line: numbers, names, what was typed of them. It lies
 * where the token lies (decision 106), the tab's own storage for a carried one, and goes with it: at the sign-out, when the
 * sign-in runs out, and when somebody else signs in here.
 */
const prefix = 'lx.kept.';
const place = (): Storage => (isCarried() ? sessionStorage : localStorage);

/** `account`: as `accountNow()` has it. */
export const keptKey = (what: 'call' | 'papers', account: string): string => `${prefix}${what} ${account}`;

/** Null: nothing, or nothing that can be read. */
export const readKept = (key: string): unknown => {
  try {
    return JSON.parse(place().getItem(key) ?? 'null');
  } catch {
    return null;
  }
};

/** Null takes it away. Once nobody is signed in nothing is kept any more, by whichever page still says something. */
export const keep = (key: string, value: object | null): void => {
  try {
    if (value === null) place().removeItem(key);
    else if (readToken() !== null) place().setItem(key, JSON.stringify(value));
  } catch {
    // Full or forbidden: it is there until the page is left.
  }
};

/** Sounds are too large for that: a database for each account, which goes with the rest. */
export const soundsKey = (account: string): string => `${prefix}sounds ${account}`;

const isTheirs = (key: string, butOf: string): boolean =>
  key.startsWith(prefix) && !(butOf !== '' && key.endsWith(` ${butOf}`));

const forgetSounds = async (butOf: string): Promise<void> => {
  for (const { name = '' } of await indexedDB.databases()) if (isTheirs(name, butOf)) indexedDB.deleteDatabase(name);
};

/** What others left here, or, of nobody's, all. */
export const forgetKept = (butOf = ''): void => {
  for (const key of Object.keys(place())) if (isTheirs(key, butOf)) place().removeItem(key);
  void forgetSounds(butOf).catch(() => undefined);
};

/** Nobody is signed in any more on this page. */
export const endSignIn = (): void => {
  dropToken();
  forgetKept();
};
