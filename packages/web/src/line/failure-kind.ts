/** What a failed call says of its line, and in which colour it says so: the same wherever a failure is shown. */
export const failureKinds = ['noReply', 'refusing', 'busy', 'callee'] as const;
export type FailureKind = (typeof failureKinds)[number];

interface Failed {
  readonly code: number | null;
  readonly fault: string;
}

const noReplyCodes: readonly (number | null)[] = [null, 408, 504];
const isServers = (code: number | null): boolean => code !== null && code >= 500 && code < 600;

/** `unknown` is the number's as well: 480 of a telephone that is away asks nobody to mend the line. */
const isOfNumber = ({ fault }: Pick<Failed, 'fault'>): boolean => fault === 'callee' || fault === 'unknown';
export const failureKind = (failed: Failed): FailureKind => {
  if (isOfNumber(failed)) return 'callee';
  if (noReplyCodes.includes(failed.code)) return 'noReply';
  return isServers(failed.code) ? 'busy' : 'refusing';
};

/** Who has to act: nobody replied or we were refused red, a line that is busy amber, the number grey. */
export const failureTones = { noReply: 'bad', refusing: 'bad', busy: 'warn', callee: 'idle' } as const satisfies Record<
  FailureKind,
  string
>;

interface Ended {
  readonly state: string | null;
  readonly sipCode: number | null;
}

/** A line's fault that passes by itself: it has too much to do. */
export const isBusyLine = ({ state, sipCode }: Ended): boolean =>
  state === 'lineFault' && failureKind({ code: sipCode, fault: 'carrier' }) === 'busy';

export const toneOfCode = (call: Ended): 'warn' | 'bad' | 'idle' => {
  if (call.state !== 'lineFault') return 'idle';
  return isBusyLine(call) ? 'warn' : 'bad';
};
