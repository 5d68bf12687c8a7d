/**
 * whoever has not seen the update log since its newest entry gets a dot beside it; opening the log takes
 * the dot away. The client's version is 10 before the first entry and is told with who is signed in.
 */
const cookie = 'clientVersion';
const yearSeconds = 365 * 24 * 60 * 60;
const listeners = new Set<() => void>();

/** The version whose update log this browser has shown; 0 before the first. */
export const seenVersion = (): number => {
  const pair = document.cookie.split('; ').find(each => each.startsWith(`${cookie}=`));
  return Number(pair?.slice(cookie.length + 1)) || 0;
};

export const noteSeen = (version: number): void => {
  // The Cookie Store API is for secure contexts alone; a loopback clone may be reached by plain http from a LAN proxy.
  Reflect.set(document, 'cookie', `${cookie}=${version}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`);
  for (const listener of listeners) listener();
};

export const watchSeen = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
