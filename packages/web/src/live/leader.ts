/** One tab of the browser plays sounds and takes downloads: whoever holds the lock, until it closes. */
let leading = false;

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
    .catch(() => {
      // Taken from this tab.
      leading = false;
    });
};

export const leads = (): boolean => leading;
