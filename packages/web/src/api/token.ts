import { tokenCookie, wire } from '@lianxian/contract/wire';

const { name, maxAgeS } = tokenCookie;

const write = (value: string, maxAge: number) => {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // The Cookie Store API is for secure contexts alone; a loopback clone may be reached by plain http from a LAN proxy.
  Reflect.set(document, 'cookie', `${name}=${value}; Path=/; Max-Age=${maxAge}; SameSite=Lax${secure}`);
};

/**
 * The token another system gave openPlan or openSip in the address: this page's alone, for as long as it is open.
 * Null once the server no longer knows it: the cookie of whoever is signed in here is still not this page's.
 */
let carried: { readonly token: string | null; readonly isPreview: boolean } | null = null;

/** Takes the token out of the address into this page's memory; true when there was one. */
export const takeCarriedToken = (): boolean => {
  const address = new URL(location.href);
  const token = address.searchParams.get(wire.tokenField);
  if (!token) return false;
  carried = { token, isPreview: false };
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
  if (carried.isPreview) sessionStorage.removeItem(previewKey);
  carried = { ...carried, token: null };
};
