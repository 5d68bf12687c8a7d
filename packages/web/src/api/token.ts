import { tokenCookie, wire } from '@lianxian/contract/wire';

const { name, maxAgeS } = tokenCookie;

const write = (value: string, maxAge: number) => {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // The Cookie Store API is for secure contexts alone; a loopback clone may be reached by plain http from a LAN proxy.
  Reflect.set(document, 'cookie', `${name}=${value}; Path=/; Max-Age=${maxAge}; SameSite=Lax${secure}`);
};

/**
 * The token another system gave openPlan or openSip in the address: this page's alone. It leaves the address at once and is
 * kept with this tab's page, so that a reload does not end a call (decision 105).
 * Null once the server no longer knows it: the cookie of whoever is signed in here is still not this page's.
 */
let carried: { readonly token: string | null; readonly isPreview: boolean } | null = null;

/** Of each page its own: what was given to one opens no other. */
const carriedKey = () => `lx.carried.${location.pathname}`;

/** Takes the token out of the address, or the one this page had before a reload; true when there is one. */
export const takeCarriedToken = (): boolean => {
  const address = new URL(location.href);
  const given = address.searchParams.get(wire.tokenField);
  const token = given || sessionStorage.getItem(carriedKey());
  if (!token) return false;
  carried = { token, isPreview: false };
  sessionStorage.setItem(carriedKey(), token);
  address.searchParams.delete(wire.tokenField);
  history.replaceState(history.state, '', address);
  return true;
};

/** Does this page live by a token it was given in its address? */
export const isCarried = (): boolean => carried !== null;

/** The token of a window that looks with an employee's eyes (decision 67): this window's alone, and gone with it. */
const previewKey = 'lx.preview';

/** This window goes on looking as it was opened, or was loaded again. */
export const takePreview = (): void => {
  const token = sessionStorage.getItem(previewKey);
  carried = token ? { token, isPreview: true } : null;
};

export const isPreview = (): boolean => carried?.isPreview ?? false;

/** Opens such a window beside this one, which stays as it is. False: the browser lets none open. */
export const openPreview = (token: string): boolean => {
  const page = window.open('', '_blank');
  if (page === null) return false;
  page.sessionStorage.setItem(previewKey, token);
  page.location.replace('/home');
  return true;
};

/** The token of the signed-in person; readable by script because it travels in the body of every request. */
export const readToken = (): string | null => {
  if (carried) return carried.token;
  const pair = document.cookie.split('; ').find(each => each.startsWith(`${name}=`));
  return (pair && decodeURIComponent(pair.slice(name.length + 1))) || null;
};

export const keepToken = (token: string): void => write(encodeURIComponent(token), maxAgeS);
/** A page with a token of its own forgets that one and leaves the cookie alone. */
export const dropToken = (): void => {
  if (carried === null) {
    write('', 0);
    return;
  }
  sessionStorage.removeItem(carried.isPreview ? previewKey : carriedKey());
  carried = { ...carried, token: null };
};
