/** One tab of the browser plays sounds and takes downloads: whoever holds the lock, until it closes. */
let leading = false;

/** In a frame whose browser keeps sites apart: nobody shares anything with it. */
const isForbidden = (error: unknown): boolean => error instanceof DOMException && error.name === 'SecurityError';

/** Asks for the lead once; where locks are missing (plain http) every tab leads. */
export const seekLead = (): void => {
  if (!('locks' in navigator)) {
    leading = true;
    return;
  }
  navigator.locks
    .request('lx.leader', () => {
      leading = true;
      return new Promise(() => undefined);
    })
    .catch(error => {
      // Else it was taken from this tab.
      leading = isForbidden(error);
    });
};

export const leads = (): boolean => leading;

/**
 * Waits for a lead of its own name, in the order of tabs, and begins what only one may do; where locks are missing or forbidden
 * each does. The answer ends it, or the waiting, and the next tab leads.
 */
export const holdLead = (name: string, begin: () => () => void): (() => void) => {
  if (!('locks' in navigator)) return begin();
  const left = new AbortController();
  const { promise: isOver, resolve: over } = Promise.withResolvers<void>();
  let end = () => {};
  navigator.locks
    .request(name, { signal: left.signal }, () => {
      if (left.signal.aborted) return;
      end = begin();
      return isOver;
    })
    .catch(error => {
      // Else it was left before its turn came.
      if (isForbidden(error) && !left.signal.aborted) end = begin();
    });
  return () => {
    left.abort();
    end();
    over();
  };
};
