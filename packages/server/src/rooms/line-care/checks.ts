import type { DoctorSays } from '@lianxian/contract';
import type { ProbeResult } from '@lianxian/telephony';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { type DialLine, type OurPort, saysOfShut } from '../lines/index.ts';
import { boundLines } from './care.store.ts';
import type { Finding } from './checks.store.ts';
import { type LineReach, probeWithin } from './reach.ts';

/** What one probe says of a line, in the doctor's words. */
type Found = Finding & { readonly says: DoctorSays };

const found = (
  check: Finding['check'],
  state: Finding['state'],
  says: DoctorSays,
  values: Finding['values'] = {},
): Found => ({ check, state, says, values, calls: [] });

const ofShut = (check: Finding['check'], { port, shutBecause }: OurPort): Found =>
  found(check, 'fault', saysOfShut(shutBecause), { port, because: shutBecause ?? '' });

const textOf = ({ host, port }: OurPort): string => `${host}:${port}`;

/** RFC 3261 §21.4.9, §21.5.4. */
const OVERLOADED = [408, 503];

/** One check of a line that a person asked for: OPTIONS to where its calls go, or a gateway's registration with us. */
export const probeForPerson = async (
  parts: {
    readonly db: UnscopedDb;
    readonly reach: LineReach;
    readonly now: () => Date;
    readonly ours: (line: DialLine) => Promise<OurPort>;
    readonly limitMs?: number | undefined;
    /** Its calls are answered, OPTIONS are not. */
    readonly ignoresOptions: boolean;
  },
  line: DialLine,
): Promise<readonly Found[]> => {
  if (line.access !== 'gateway') {
    const answer = await probeWithin(parts.reach, line, parts.limitMs);
    return [ofAnswer(line, answer, { ours: await parts.ours(line), ignoresOptions: parts.ignoresOptions })];
  }
  const ours = await parts.ours(line);
  if (ours.shutBecause !== null) return [ofShut('resolve', ours)];
  const key = { merchantId: line.merchantId, lineId: line.id };
  const binding = (await boundLines(parts.db, [key])).get(line.id);
  const account = line.credentials?.username ?? '';
  if (!binding) return [found('resolve', 'fault', 'gatewayAbsent', { ours: textOf(ours), account })];
  const seconds = Math.round((binding.until.getTime() - parts.now().getTime()) / 1_000);
  return [found('resolve', 'ok', 'gatewayHere', { address: binding.source, seconds })];
};

const ofAnswer = (
  line: DialLine,
  answer: ProbeResult | null,
  { ours, ignoresOptions }: { readonly ours: OurPort; readonly ignoresOptions: boolean },
): Found => {
  if (answer === null) return found('reply', 'unknown', 'notAsked');
  const { code, because, target } = answer;
  const host = line.address?.host ?? '';
  const address = target === null ? host : `${target.host}:${target.port}`;
  const transport = line.transport.toUpperCase();
  if (code !== null) {
    const ms = Math.round(answer.roundTripMs ?? 0);
    return OVERLOADED.includes(code)
      ? found('reply', 'fault', 'repliedBusy', { code })
      : found('reply', 'ok', 'replied', { code, ms });
  }
  switch (because) {
    case 'unresolved':
      return found('resolve', 'fault', 'unresolved', { host });
    case 'notAllowed':
      return found('resolve', 'fault', 'addressNotAllowed', { host });
    case 'notOpen':
      return ofShut('reply', ours);
    case 'unreachable':
      return found('reply', 'fault', 'portClosed', { address, transport });
    case 'certificate':
      return found('certificate', 'fault', 'certificateUntrusted', { because: transport });
    default:
      if (ignoresOptions) return found('reply', 'warning', 'optionsUnanswered');
      return found('reply', 'fault', 'noReply', { address, transport, ours: textOf(ours) });
  }
};
