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
let carried: { readonly token: string | null } | null = null;

/** Takes the token out of the address into this page's memory; true when there was one. */
export const takeCarriedToken = (): boolean => {
  const address = new URL(location.href);
  const token = address.searchParams.get(wire.tokenField);
  if (!token) return false;
  carried = { token };
  address.searchParams.delete(wire.tokenField);
  history.replaceState(history.state, '', address);
  return true;
};

/** Does this page live by a token it was given in its address? */
export const isCarried = (): boolean => carried !== null;

/** The token of the signed-in person; readable by script because it travels in the body of every request. */
export const readToken = (): string | null => {
  if (carried) return carried.token;
  const pair = document.cookie.split('; ').find(each => each.startsWith(`${name}=`));
  return (pair && decodeURIComponent(pair.slice(name.length + 1))) || null;
};

export const keepToken = (token: string): void => write(encodeURIComponent(token), maxAgeS);
/** A page with a token of its own forgets that one and leaves the cookie alone. */
export const dropToken = (): void => {
  if (carried) carried = { token: null };
  else write('', 0);
};
