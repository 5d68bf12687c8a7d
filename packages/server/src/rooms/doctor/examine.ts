import { lineChecks } from '@lianxian/contract';
import type { MerchantDb } from '../../platform/db/index.ts';
import type { DialLine, OurPort } from '../lines/index.ts';
import {
  aboutAccount,
  aboutAck,
  aboutCodec,
  aboutNumbers,
  aboutSound,
  blockedCalls,
  spokenCalls,
} from './about-calls.ts';
import {
  aboutAddress,
  aboutCertificate,
  aboutGateway,
  aboutPorts,
  aboutRegistration,
  aboutReply,
  aboutTranslation,
} from './about-network.ts';
import { type Finding, findingsOf } from './finding.ts';
import type { LineProbes, Probed, Registered } from './probes.ts';
import { bindingOf, registeredUntil, seenCalls } from './seen.store.ts';

/**
 * One look at a line: what the network answers and what its calls of the last day tell, check by check in the order of
 * the contract. What is slow is asked at once; each finding comes as soon as those before it. A check that fails says
 * so and stops none of the others.
 */
interface ExaminedLine {
  readonly db: MerchantDb;
  readonly line: DialLine;
  readonly probes: LineProbes;
  readonly now: Date;
}

export async function* examine(examined: ExaminedLine): AsyncGenerator<Finding> {
  const { line, probes, now } = examined;
  const probing = probes.probe(line);
  // After the probe, which opens our port where nobody was called before.
  const naming = probing.then(() => probes.ours(line));
  const registering = line.access === 'register' ? registered(examined) : null;
  const showing = line.transport === 'tls' && line.address !== null ? certificateOf(line.address, probes) : null;
  const looking = probes.ports();
  const seeing = seenCalls(examined.db, line.id);
  const checks: Readonly<Record<(typeof lineChecks)[number], () => Promise<Finding>>> = {
    resolve: () => address(examined, probing, naming),
    reply: async () => aboutReply(line, await probing, await naming, spokenCalls(await seeing)),
    certificate: async () => aboutCertificate(line, await showing, now),
    credentials: async () => {
      const answer = await registering;
      return answer === null ? aboutAccount(line, await seeing) : aboutRegistration(line, answer);
    },
    nat: async () => translation(await probing, await registering, await naming),
    codec: async () => aboutCodec(line, await seeing),
    ports: async () => aboutPorts(await looking, blockedCalls(await seeing)),
    oneWay: async () => aboutSound(await seeing, await looking),
    lostAck: async () => aboutAck(await seeing, (await probing).saidAs ?? (await naming).host),
    numbers: async () => aboutNumbers(await seeing),
  };
  // They are waited for below, one after the other; until then a failure is not unhandled.
  for (const asked of [probing, naming, registering, showing, looking, seeing]) asked?.catch(() => undefined);
  for (const check of lineChecks) yield await checks[check]().catch(() => findingsOf(check)('unknown', 'checkFailed'));
}

const address = async (
  { db, line, probes, now }: ExaminedLine,
  probing: Promise<Probed>,
  naming: Promise<OurPort>,
): Promise<Finding> => {
  if (line.access === 'gateway')
    return aboutGateway(await bindingOf(db, line.id), line.credentials?.username ?? '', await naming, now);
  if (line.address !== null) {
    const { host, port } = line.address;
    return aboutAddress(line.address, await probes.resolve(host, port, line.transport));
  }
  // The practice carrier's, on this machine.
  const { target } = await probing;
  return target === null
    ? findingsOf('resolve')('fault', 'unresolved', { host: line.name })
    : aboutAddress(target, { addresses: [target.host], bySrv: false, isAllowed: true });
};

/** Who looks after the line keeps it registered: then nothing more is asked for. */
const registered = async ({ db, line, probes, now }: ExaminedLine): Promise<Registered> => {
  const until = await registeredUntil(db, line.id);
  if (until === null) return probes.register(line);
  const seconds = Math.round((until.getTime() - now.getTime()) / 1_000);
  return { code: 200, because: 'registered', seconds, seenAs: null };
};

const TLS_PORT = 5061;
const certificateOf = ({ host, port }: { readonly host: string; readonly port: number | null }, probes: LineProbes) =>
  probes.certificate(host, port ?? TLS_PORT);

/** Whoever answered tells how it saw us: OPTIONS, or the registration. */
const translation = (probed: Probed, registering: Registered | null, ours: OurPort): Finding =>
  aboutTranslation(
    probed.target?.host ?? null,
    { saidAs: probed.saidAs, seenAs: probed.seenAs ?? registering?.seenAs ?? null },
    ours,
  );
