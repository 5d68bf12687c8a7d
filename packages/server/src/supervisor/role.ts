/**
 * The child's side of the supervisor: a role opens, says that it is ready, and closes when it is asked to or when the
 * supervisor is gone. Signals from a terminal are the supervisor's affair.
 */
import { z } from 'zod';

export interface OpenRole {
  /** Told to the supervisor with `ready`. */
  readonly info?: Readonly<Record<string, unknown>>;
  /** How long it may take to close once the supervisor is gone, when the usual 2 s are not enough. */
  readonly orphanLimitMs?: number;
  /** Finishes what is under way, at most `limitMs` milliseconds, and lets go of everything. */
  readonly close: (limitMs: number, because: 'asked' | 'orphaned') => Promise<void>;
}

/** Without a supervisor nobody can reach us: what is under way ends quickly. */
const ORPHAN_LIMIT_MS = 2_000;
const LATE_MS = 500;

interface CloseOrder {
  readonly because: 'asked' | 'orphaned';
  readonly limitMs: number;
}

const drainOrder = z.object({ type: z.literal('drain'), limitMs: z.number().nonnegative() });

const tell = (message: Readonly<Record<string, unknown>>): Promise<void> =>
  new Promise(resolve => {
    if (process.connected && process.send !== undefined) process.send(message, () => resolve());
    else resolve();
  });

const isSentence = (error: unknown): error is Error =>
  error instanceof Error && (error.name === 'StartRefused' || error.name === 'DatabaseRefused');

/** Runs one role in this process; resolves with the exit code once it is closed. */
export const runRole = async (open: () => Promise<OpenRole>): Promise<number> => {
  let role: OpenRole | null = null;
  const asked = new Promise<CloseOrder>(resolve => {
    const end = (because: CloseOrder['because'], limitMs?: number): void =>
      resolve({ because, limitMs: limitMs ?? role?.orphanLimitMs ?? ORPHAN_LIMIT_MS });
    process.on('SIGINT', () => undefined);
    process.on('SIGTERM', () => end('asked'));
    process.on('disconnect', () => end('orphaned'));
    process.on('message', message => {
      const order = drainOrder.safeParse(message);
      if (order.success) end('asked', order.data.limitMs);
    });
  });
  try {
    role = await open();
    await tell({ type: 'ready', ...role.info });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    if (isSentence(error)) await tell({ type: 'refused', message: error.message });
    return 1;
  }
  const { because, limitMs } = await asked;
  // A close that hangs must not outlive its limit.
  const late = setTimeout(() => process.exit(1), limitMs + LATE_MS);
  await role.close(limitMs, because);
  clearTimeout(late);
  return 0;
};
