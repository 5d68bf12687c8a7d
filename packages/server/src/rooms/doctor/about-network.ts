import { type DialLine, type OurPort, saysOfShut } from '../lines/index.ts';
import { type Finding, findingsOf } from './finding.ts';
import { isPrivateHost } from './private-host.ts';
import type { Probed, Registered, Resolved, SeenCertificate, SeenPorts } from './probes.ts';

/** What answers of the network mean; pure. Sentences are the contract's `doctorWords`. */

type Address = { readonly host: string; readonly port: number | null };
const textOf = ({ host, port }: Address): string => (port === null ? host : `${host}:${port}`);
const MINUTES = 60_000;
const DAY_MS = 24 * 60 * MINUTES;

export const aboutAddress = ({ host, port }: Address, { addresses, bySrv, isAllowed }: Resolved): Finding => {
  const say = findingsOf('resolve');
  if (!isAllowed) return say('fault', 'addressNotAllowed', { host });
  if (addresses.length === 0) return say('fault', 'unresolved', { host });
  if (addresses.length === 1 && addresses[0] === host)
    return say('ok', 'addressGiven', { address: textOf({ host, port }) });
  return say('ok', bySrv ? 'resolvedBySrv' : 'resolved', { host, addresses: [...addresses] });
};

/** Of a gateway that registers with us: the binding that holds longest. */
export const aboutGateway = (
  binding: { readonly source: string; readonly expiresAt: Date } | null,
  account: string,
  ours: OurPort,
  now: Date,
): Finding => {
  const say = findingsOf('resolve');
  if (ours.shutBecause !== null)
    return say('fault', saysOfShut(ours.shutBecause), { port: ours.port, because: ours.shutBecause });
  if (binding === null) return say('fault', 'gatewayAbsent', { ours: textOf(ours), account });
  const seconds = Math.round((binding.expiresAt.getTime() - now.getTime()) / 1_000);
  return say('ok', 'gatewayHere', { address: binding.source, seconds });
};

const OVERLOADED = [503, 480, 500];

/** `spoke`: calls that the far end answered or refused within the day. */
export const aboutReply = (
  line: DialLine,
  probed: Probed,
  ours: OurPort,
  spoke: readonly { readonly id: string }[],
): Finding => {
  const say = findingsOf('reply');
  const transport = line.transport.toUpperCase();
  const target = probed.target ?? line.address;
  const address = target === null ? line.name : textOf(target);
  if (probed.code !== null) {
    if (OVERLOADED.includes(probed.code)) return say('warning', 'repliedBusy', { code: probed.code });
    return say('ok', 'replied', { code: probed.code, ms: Math.round(probed.roundTripMs ?? 0) });
  }
  switch (probed.because) {
    case 'notOpen':
      return say('fault', saysOfShut(ours.shutBecause), { port: ours.port, because: ours.shutBecause ?? '' });
    case 'closed':
      return say('fault', 'portClosed', { address, transport });
    case 'unreachable':
      return say('fault', 'unreachable', { address });
    case 'unresolved':
    case 'notAllowed':
      return say('unknown', 'notAsked');
    case 'certificate':
      return say('unknown', 'notTrusted');
    default:
      if (spoke.length > 0) return say('warning', 'optionsUnanswered', {}, spoke);
      return say('fault', 'noReply', { address, transport, ours: textOf(ours) });
  }
};

/** A carrier needs some days to renew one. */
const SOON_DAYS = 14;

export const aboutCertificate = (line: DialLine, seen: SeenCertificate | null, now: Date): Finding => {
  const say = findingsOf('certificate');
  if (line.transport !== 'tls') return say('ok', 'noTls');
  const host = line.address?.host ?? '';
  if (seen === null) return say('unknown', 'certificateUnknown');
  if (!seen.speaksTls) return say('fault', 'notTls', { address: textOf(line.address ?? { host, port: null }) });
  const { name } = seen;
  const days = seen.validTo === null ? 0 : Math.floor((seen.validTo.getTime() - now.getTime()) / DAY_MS);
  if (line.tlsCheck === 'any' && (seen.untrusted !== null || seen.wrongName))
    return say('warning', 'certificateUnchecked', { because: seen.untrusted ?? name });
  if (days < 0) return say('fault', 'certificateExpired', { days: -days });
  if (seen.selfSigned) return say('fault', 'certificateSelfSigned', { name });
  if (seen.untrusted !== null) return say('fault', 'certificateUntrusted', { because: seen.untrusted });
  if (seen.wrongName) return say('fault', 'certificateName', { name, host });
  return days < SOON_DAYS ? say('warning', 'certificateSoon', { days }) : say('ok', 'certificateGood', { name, days });
};

export const aboutRegistration = (line: DialLine, { code, because, seconds }: Registered): Finding => {
  const say = findingsOf('credentials');
  const account = line.credentials?.username ?? '';
  switch (because) {
    case 'registered':
      return say('ok', 'registered', { seconds });
    case 'credentialsRefused':
      return say('fault', 'credentialsRefused', { account, code: code ?? 0 });
    case 'weakChallenge':
      return say('fault', 'weakChallenge');
    case 'refused':
      return say('fault', 'registerRefused', { code: code ?? 0 });
    case 'noReply':
      return say('unknown', 'registerNoReply');
  }
};

/** The address we write against the one the far end saw; where it does not say, by what kind of address both are. */
export const aboutTranslation = (
  target: string | null,
  { saidAs, seenAs }: Pick<Probed, 'saidAs' | 'seenAs'>,
  ours: OurPort,
): Finding => {
  const say = findingsOf('nat');
  const written = saidAs ?? ours.host;
  if (seenAs !== null && seenAs === written) return say('ok', 'natNone', { seen: seenAs });
  if (seenAs !== null)
    return say('fault', isPrivateHost(written) ? 'natPrivate' : 'natDiffers', { written, seen: seenAs });
  const isTargetPublic = target !== null && !isPrivateHost(target);
  if (isTargetPublic && isPrivateHost(written)) return say('fault', 'natPrivateUnseen', { written });
  return say(target === null ? 'unknown' : 'ok', 'natUnknown', { written });
};

/** Of so many that were tried, some may be in use by chance. */
const FEW_TAKEN = 0.1;

export const aboutPorts = (
  { from, to, looked, taken }: SeenPorts,
  blocked: readonly { readonly id: string }[],
): Finding => {
  const say = findingsOf('ports');
  if (taken > looked * FEW_TAKEN)
    return say(taken === looked ? 'fault' : 'warning', 'portsTaken', { from, to, looked, taken });
  if (blocked.length > 0) return say('fault', 'portsBlocked', { from, to, calls: blocked.length }, blocked);
  return say('ok', 'portsOpen', { from, to });
};
