import type { ProbeResult, Registration, RegistrationState } from '@lianxian/telephony';
import type { DialLine, LineKey } from '../lines/index.ts';

/** How one reaches the far end of a line: over the SIP port of this process. */
export interface LineReach {
  /** OPTIONS to where the line's calls go; null: there is nowhere they could go. */
  readonly probe: (line: DialLine) => Promise<ProbeResult | null>;
  /** Registers there and keeps registered, until it is stopped. */
  readonly register: (line: DialLine, onState: (state: RegistrationState) => void) => Registration;
  /** Whoever registered with us for this line has to do so anew: its account is another. */
  readonly unbind: (line: LineKey) => void;
}

/** OPTIONS waits 32 s for its answer (RFC 3261 timer F); a carrier that needs more than this cannot be called either. */
const PROBE_LIMIT_MS = 5_000;
const noReply: ProbeResult = {
  code: null,
  because: 'noReply',
  target: null,
  saidAs: null,
  seenAs: null,
  roundTripMs: null,
  software: null,
};

/** What did not come within the limit did not come. Never rejects. */
export const probeWithin = async (
  { probe }: Pick<LineReach, 'probe'>,
  line: DialLine,
  limitMs = PROBE_LIMIT_MS,
): Promise<ProbeResult | null> => {
  const late = Promise.withResolvers<ProbeResult>();
  const timer = setTimeout(() => late.resolve(noReply), limitMs);
  const first = await Promise.race([probe(line).catch(() => noReply), late.promise]);
  clearTimeout(timer);
  return first;
};
