/**
 * The child's side of the supervisor: a role is loaded, opens, says that it is ready, and closes when it is asked to or when
 * the supervisor is gone. Signals from a terminal are the supervisor's affair.
 *
 *   load ─▶ open ─▶ serving ─┬─ asked, orphaned ──────────▶ closing ─▶ exit 0
 *                            └─ a defect nobody caught ───▶ closing ─▶ exit 1: the supervisor starts a new one
 *
 * Closing may take its time (calls wait for their talks); told to hurry, it ends what is under way.
 */
import { flushCompileCache } from 'node:module';
import { z } from 'zod';

export interface OpenRole {
  /** Told to the supervisor with `ready`. */
  readonly info?: Readonly<Record<string, unknown>>;
  /** How long it may take to close once the supervisor is gone, when the usual 2 s are not enough. */
  readonly orphanLimitMs?: number;
  /** How long it may take to close after a defect that no guard caught, when the usual 2 s are not enough. */
  readonly defectLimitMs?: number;
  /** Finishes what is under way, at most `limitMs` milliseconds, and lets go of everything. */
  readonly close: (limitMs: number, because: CloseOrder['because'], closing: Closing) => Promise<void>;
}

interface Closing {
  /** What is under way is not waited for any longer. */
  readonly hurry: AbortSignal;
  /** So much is still under way; for people at the terminal. */
  readonly left: (count: number) => void;
}

/** Without a supervisor nobody can reach us: what is under way ends quickly. */
const ORPHAN_LIMIT_MS = 2_000;
const LATE_MS = 500;

interface CloseOrder {
  readonly because: 'asked' | 'orphaned' | 'defect';
  readonly limitMs: number;
}

const order = z.discriminatedUnion('type', [
  z.object({ type: z.literal('drain'), limitMs: z.number().nonnegative() }),
  z.object({ type: z.literal('renew') }),
  z.object({ type: z.literal('hurry') }),
]);

const tell = (message: Readonly<Record<string, unknown>>): Promise<void> =>
  new Promise(resolve => {
    if (process.connected && process.send !== undefined) process.send(message, () => resolve());
    else resolve();
  });

const isSentence = (error: unknown): error is Error =>
  error instanceof Error && (error.name === 'StartRefused' || error.name === 'DatabaseRefused');

/** Runs one role in this process, opened by what `load` brings its modules with; resolves with the exit code once it is closed. */
export const runRole = async (load: () => Promise<() => Promise<OpenRole>>): Promise<number> => {
  let role: OpenRole | null = null;
  const hurry = new AbortController();
  const asked = new Promise<CloseOrder>(resolve => {
    const end = (because: CloseOrder['because'], limitMs?: number): void =>
      resolve({ because, limitMs: limitMs ?? role?.orphanLimitMs ?? ORPHAN_LIMIT_MS });
    const onDefect = (error: unknown): void => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      // Without a role there is nothing to finish, and whoever waits for one hears that it died.
      if (role === null) process.exit(1);
      end('defect', role.defectLimitMs);
    };
    process.on('uncaughtException', onDefect);
    process.on('unhandledRejection', onDefect);
    process.on('SIGINT', () => undefined);
    // A service manager sends it to every process at once (systemd's KillMode): what to do then is the supervisor's word.
    process.on('SIGTERM', () => {
      if (!process.connected) end('asked');
    });
    process.on('disconnect', () => {
      hurry.abort();
      end('orphaned');
    });
    process.on('message', message => {
      const known = order.safeParse(message).data;
      if (known?.type === 'drain') end('asked', known.limitMs);
      if (known?.type === 'renew') end('asked');
      if (known?.type === 'hurry') hurry.abort();
    });
  });
  try {
    const open = await load();
    // Node keeps it at an orderly end alone; after a kill the next one is needed sooner than ever. It takes seconds on a slow
    // disk and stops everything else: nothing is open yet.
    flushCompileCache();
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
  await role.close(limitMs, because, { hurry: hurry.signal, left: count => void tell({ type: 'left', count }) });
  clearTimeout(late);
  return because === 'defect' ? 1 : 0;
};
