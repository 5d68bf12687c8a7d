const name = 'token';
/** One day from the login, not sliding; the server's own expiry is the same. */
const maxAgeSeconds = 24 * 60 * 60;

const write = (value: string, maxAge: number) => {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // The Cookie Store API is for secure contexts alone; a loopback clone may be reached by plain http from a LAN proxy.
  Reflect.set(document, 'cookie', `${name}=${value}; Path=/; Max-Age=${maxAge}; SameSite=Lax${secure}`);
};

/** The token of the signed-in person; readable by script because it travels in the body of every request. */
export const readToken = (): string | null => {
  const pair = document.cookie.split('; ').find(each => each.startsWith(`${name}=`));
  return (pair && decodeURIComponent(pair.slice(name.length + 1))) || null;
};

export const keepToken = (token: string): void => write(encodeURIComponent(token), maxAgeSeconds);
export const dropToken = (): void => write('', 0);
