import type { SeenCall } from './relay-words.ts';

/** A row of `call` as the database has it at the end. */
export interface AttemptRow {
  readonly id: string;
  readonly phone: string;
  readonly stage: string;
  readonly state: string | null;
  /** An INVITE was seen to leave. */
  readonly dialled: boolean;
}

interface Counted {
  readonly violations: readonly string[];
  readonly numbers: number;
  readonly callIds: number;
}

/**
 * Per number the Call-IDs on the network are at most its attempts, and as many but for attempts whose
 * verdict is *interrupted*; an attempt that ended before the INVITE is none. Nor may a call be without a record, a record
 * without an end, or a telephone stay off the hook.
 */
export const countNumbers = (attempts: readonly AttemptRow[], calls: readonly SeenCall[]): Counted => {
  const byPhone = Map.groupBy(attempts, ({ phone }) => phone);
  const relayed = Map.groupBy(calls, ({ phone }) => phone);
  const counted = [...byPhone].map(([phone, rows]) => countNumber(phone, rows, relayed.get(phone)?.length ?? 0));
  const strangers = [...relayed].filter(([phone]) => !byPhone.has(phone));
  const offHook = calls.filter(({ answeredAt, hungUpAt }) => answeredAt !== null && hungUpAt === null);
  return {
    violations: [
      ...counted.flatMap(({ violations }) => violations),
      ...attempts.filter(({ stage }) => stage !== 'ended').map(({ id, stage }) => `call ${id} never ended (${stage})`),
      ...strangers.map(([phone, of]) => `${shown(phone)} was called ${of.length} times without a record`),
      ...offHook.map(({ phone }) => `${shown(phone)} answered and was never hung up`),
    ],
    numbers: byPhone.size,
    callIds: counted.reduce((sum, { seen }) => sum + seen, 0),
  };
};

const shown = (phone: string): string => `…${phone.slice(-4)}`;

const countNumber = (phone: string, rows: readonly AttemptRow[], seen: number) => {
  const undialled = rows.filter(({ state, dialled }) => state === 'cancelled' && !dialled).length;
  const interrupted = rows.filter(({ state }) => state === 'interrupted').length;
  const most = rows.length - undialled;
  const violations: string[] = [];
  if (seen > most) violations.push(`${shown(phone)} was called ${seen} times in ${most} attempts`);
  if (seen < most - interrupted)
    violations.push(`${shown(phone)}: ${most} attempts, ${interrupted} interrupted, but ${seen} calls on the wire`);
  return { seen, violations };
};
