import type { Suspicion } from '../sip/user-agent/context.ts';

/**
 * What the exchange turned away and somebody who guards the machine wants to know: told by address, summed up over some
 * seconds, so that a flood makes a few lines instead of a million. Names and numbers are not in it: they are people's.
 */
export type SecurityKind =
  | Suspicion
  /** A connection that was not taken, or that had to make room. */
  | 'refusedConnection';

export interface SecurityEvent {
  readonly kind: SecurityKind;
  /** An IP address; null: of more addresses than are told apart. */
  readonly address: string | null;
  /** How often since it was told last. */
  readonly count: number;
}

interface SecurityReport {
  readonly note: (kind: SecurityKind, address: string) => void;
  /** Tells what is left, and no more after it. */
  readonly close: () => void;
}

/** Soon enough for whoever shuts an address out, and seldom enough for a log. */
const SECURITY_EVERY_MS = 5_000;
/** Of one kind so many addresses are told apart at a time: a flood from forged ones is one line more. */
const ADDRESSES_TOLD = 100;

export const createSecurityReport = (report: ((event: SecurityEvent) => void) | undefined): SecurityReport => {
  const counts = new Map<SecurityKind, Map<string | null, number>>();
  let timer: NodeJS.Timeout | null = null;
  let isClosed = report === undefined;

  const tell = (): void => {
    timer = null;
    const noted = [...counts];
    counts.clear();
    for (const [kind, ofKind] of noted) {
      for (const [address, count] of ofKind) report?.({ kind, address, count });
    }
  };

  return {
    note: (kind, address) => {
      if (isClosed) return;
      const ofKind = counts.get(kind) ?? new Map<string | null, number>();
      counts.set(kind, ofKind);
      const key = ofKind.has(address) || ofKind.size < ADDRESSES_TOLD ? address : null;
      ofKind.set(key, (ofKind.get(key) ?? 0) + 1);
      timer ??= setTimeout(tell, SECURITY_EVERY_MS).unref();
    },
    close: () => {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      tell();
    },
  };
};
