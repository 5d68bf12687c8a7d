import type { lineEndpoints, OutputOf } from '@lianxian/contract';
import {
  asDialled,
  type CallerPick,
  type LineBecause,
  type LineState,
  type Rewriting,
  type WeekWindows,
} from '@lianxian/core';

type Wire = OutputOf<typeof lineEndpoints.list>['list'][number];

/** A line as its store lists it. */
export interface LineListed {
  readonly id: string;
  readonly name: string;
  readonly access: Wire['access'];
  readonly address: string;
  readonly transport: Wire['transport'];
  readonly tlsCheck: Wire['tlsCheck'];
  readonly srtp: boolean;
  readonly behindNat: boolean;
  readonly domain: string;
  readonly username: string;
  readonly passwordSealed: string | null;
  readonly callerNumber: string;
  readonly numbers: number;
  readonly pick: CallerPick;
  readonly codecs: Wire['codecs'];
  readonly keysBy: Wire['keysBy'];
  readonly rewriting: Partial<Rewriting>;
  readonly windows: WeekWindows | null;
  readonly greetingDelayMs: number;
  readonly enabled: boolean;
  readonly practice: boolean;
  readonly channels: number;
  readonly callsPerSecond: number;
  readonly pricePerMinute: string;
  readonly live: number;
  readonly state: LineState;
  readonly because: LineBecause;
  readonly since: Date | null;
  readonly checkedAt: Date | null;
  readonly code: number | null;
  readonly roundTripMs: number | null;
  readonly registeredUntil: Date | null;
  readonly slowedTo: number | null;
}

/** How a line is, as its health row says; a line without one was never looked at. */
export const healthOf = (
  row: Pick<
    LineListed,
    'state' | 'because' | 'since' | 'checkedAt' | 'code' | 'roundTripMs' | 'registeredUntil' | 'slowedTo'
  >,
): Wire['health'] => ({
  state: row.state,
  because: row.because,
  since: row.since?.toISOString() ?? null,
  checkedAt: row.checkedAt?.toISOString() ?? null,
  code: row.code,
  roundTripMs: row.roundTripMs,
  registeredUntil: row.registeredUntil?.toISOString() ?? null,
  slowedTo: row.slowedTo,
});

export const lineRowOf = (line: LineListed): Wire => ({
  id: line.id,
  name: line.name,
  access: line.access,
  address: line.address,
  transport: line.transport,
  tlsCheck: line.tlsCheck,
  srtp: line.srtp,
  behindNat: line.behindNat,
  domain: line.domain,
  username: line.username,
  hasPassword: line.passwordSealed !== null,
  callerNumber: line.callerNumber,
  numbers: line.numbers,
  pick: line.pick,
  codecs: line.codecs,
  keysBy: line.keysBy,
  rewriting: { ...asDialled, ...line.rewriting },
  windows: line.windows?.map(day => [...day]) ?? null,
  greetingDelayMs: line.greetingDelayMs,
  enabled: line.enabled,
  practice: line.practice,
  channels: line.channels,
  callsPerSecond: line.callsPerSecond,
  pricePerMinute: line.pricePerMinute,
  live: line.live,
  health: healthOf(line),
});
