import { isLoopback } from '../net/address.ts';

/**
 * How far the SIP port listens. Where it may open later (`opensTo`) it begins on this machine alone, and opens when it is
 * asked to, or when the first request beyond this machine is to leave: a socket on loopback cannot send it.
 *
 *   shut ──open, or a target beyond──▶ opening ──▶ open, for good
 *    ▲                                    │ the system refuses
 *    └────────────────────────────────────┘ listens as before; asked again after a while
 *
 * Invariants: one attempt at a time, whoever asks meanwhile waits for it; what was refused shuts nothing that was open.
 */
export interface Door {
  /** The address we listen at. */
  readonly host: () => string;
  /** Never rejects. Open already, or nothing to open: at once. */
  readonly open: () => Promise<DoorState>;
  readonly state: () => DoorState;
  /** Whether a far end can be reached from where we listen, after the door was opened for it. */
  readonly reaches: (host: string) => Promise<boolean>;
  /** Resolves when no attempt is under way. */
  readonly quiet: () => Promise<void>;
}

interface DoorState {
  readonly isOpen: boolean;
  /** The system's code (EADDRINUSE, EACCES …) of the last attempt; null: none was refused. */
  readonly because: string | null;
}

/** Each attempt lets go of the sockets on loopback for a moment: whoever asks again and again reads what was just found. */
const AGAIN_MS = 2_000;

export const createDoor = (options: {
  readonly bind: string;
  /** Null: `bind` is where we listen, and stay. */
  readonly opensTo: string | null;
  /** All sockets listen at this address, or all as before and it rejects. */
  readonly move: (host: string) => Promise<void>;
  readonly now: () => number;
}): Door => {
  const { opensTo, move, now } = options;
  let host = options.bind;
  let because: string | null = null;
  let failedAt = Number.NEGATIVE_INFINITY;
  let opening: Promise<void> | null = null;

  const isOpen = () => opensTo === null || host === opensTo;
  const state = (): DoorState => ({ isOpen: isOpen(), because });
  const attempt = async (to: string): Promise<void> => {
    try {
      await move(to);
      [host, because] = [to, null];
    } catch (error) {
      because = (error as NodeJS.ErrnoException).code ?? String(error);
      failedAt = now();
    }
  };
  const open = async (): Promise<DoorState> => {
    if (opensTo === null || isOpen() || now() - failedAt < AGAIN_MS) return state();
    opening ??= attempt(opensTo).finally(() => {
      opening = null;
    });
    await opening;
    return state();
  };

  return {
    host: () => host,
    open,
    state,
    reaches: async target => isOpen() || isLoopback(target) || (await open()).isOpen,
    quiet: async () => {
      await opening;
    },
  };
};
