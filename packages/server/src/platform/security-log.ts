import { isIP } from 'node:net';
import { placeIn } from './data-places.ts';
import { openLogFile } from './log-file.ts';
import type { Clock } from './time.ts';

/**
 * One file for who guards the machine (fail2ban, a person): a line an event, with the address it came from and nothing of
 * whom it was about. In a folder of its own, as the log folder is the supervisor's, who may be root. Web and calls process
 * append to the same file; lines are shorter than what is written as one.
 *
 *     2026-11-22T07:20:11.123Z lianxian signInFailed ip=192.0.2.9 count=1
 */
export type SecurityKind =
  /** A wrong password or code, with whatever account. */
  | 'signInFailed'
  /** The last wrong one of an account or of a check: whoever tries waits now. */
  | 'signInLocked'
  /** A network that has used its tries up. */
  | 'addressLocked'
  /** A wrong code of a password reset. */
  | 'resetFailed'
  /** At the SIP port: telephony's `SecurityKind`. */
  | `sip.${string}`;

/** `address` that is none is written as such: a header of a client must not write into the file. */
export type NoteSecurity = (kind: SecurityKind, address: string | null, count?: number) => void;

export interface SecurityLog {
  readonly note: NoteSecurity;
  readonly close: () => void;
}

export const openSecurityLog = (dataDir: string, clock: Clock): SecurityLog => {
  const file = openLogFile(placeIn(dataDir, 'security', 'security.log'));
  return {
    note: (kind, address, count = 1) => {
      const ip = address !== null && isIP(address) !== 0 ? address : '-';
      file.write(`${clock.now().toISOString()} lianxian ${kind} ip=${ip} count=${count}\n`);
    },
    close: file.close,
  };
};
