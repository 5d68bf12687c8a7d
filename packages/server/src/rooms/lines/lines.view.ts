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
  readonly tls_check: Wire['tlsCheck'];
  readonly srtp: boolean;
  readonly behind_nat: boolean;
  readonly domain: string;
  readonly username: string;
  readonly password_sealed: string | null;
  readonly caller_number: string;
  readonly numbers: number;
  readonly pick: CallerPick;
  readonly codecs: Wire['codecs'];
  readonly keys_by: Wire['keysBy'];
  readonly rewriting: Partial<Rewriting>;
  readonly windows: WeekWindows | null;
  readonly greeting_delay_ms: number;
  readonly enabled: boolean;
  readonly practice: boolean;
  readonly channels: number;
  readonly calls_per_second: number;
  readonly price_per_minute: string;
  readonly live: number;
  readonly state: LineState;
  readonly because: LineBecause;
  readonly since: Date | null;
  readonly checked_at: Date | null;
  readonly code: number | null;
  readonly round_trip_ms: number | null;
  readonly registered_until: Date | null;
  readonly slowed_to: number | null;
}

/** How a line is, as its health row says; a line without one was never looked at. */
export const healthOf = (
  row: Pick<
    LineListed,
    'state' | 'because' | 'since' | 'checked_at' | 'code' | 'round_trip_ms' | 'registered_until' | 'slowed_to'
  >,
): Wire['health'] => ({
  state: row.state,
  because: row.because,
  since: row.since?.toISOString() ?? null,
  checkedAt: row.checked_at?.toISOString() ?? null,
  code: row.code,
  roundTripMs: row.round_trip_ms,
  registeredUntil: row.registered_until?.toISOString() ?? null,
  slowedTo: row.slowed_to,
});

export const lineRowOf = (line: LineListed): Wire => ({
  id: line.id,
  name: line.name,
  access: line.access,
  address: line.address,
  transport: line.transport,
  tlsCheck: line.tls_check,
  srtp: line.srtp,
  behindNat: line.behind_nat,
  domain: line.domain,
  username: line.username,
  hasPassword: line.password_sealed !== null,
  callerNumber: line.caller_number,
  numbers: line.numbers,
  pick: line.pick,
  codecs: line.codecs,
  keysBy: line.keys_by,
  rewriting: { ...asDialled, ...line.rewriting },
  windows: line.windows?.map(day => [...day]) ?? null,
  greetingDelayMs: line.greeting_delay_ms,
  enabled: line.enabled,
  practice: line.practice,
  channels: line.channels,
  callsPerSecond: line.calls_per_second,
  pricePerMinute: line.price_per_minute,
  live: line.live,
  health: healthOf(line),
});
