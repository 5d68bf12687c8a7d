import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { createConnection, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { checkServerIdentity, connect, type PeerCertificate, type TLSSocket } from 'node:tls';
import type { Address, Exchange, ExchangeProbe, ExchangeRegister, ProbeResult, Trunk } from '@lianxian/telephony';
import type { EgressGuard } from '../platform/egress-guard.ts';

/**
 * How a line looks from here, for the doctor: names, OPTIONS, certificate, one registration, media ports. Nothing
 * rejects; each answers within its limit.
 */
interface LineProbesOptions {
  readonly exchange: ExchangeProbe & ExchangeRegister;
  /** Asked before anything but a name server is: the exchange asks for itself. */
  readonly egress: EgressGuard;
  readonly rtpPorts: { readonly from: number; readonly to: number };
  /** Calls that live here: their ports are in use rightly. */
  readonly liveCalls: () => number;
  /** PEM; absent: the system's authorities. */
  readonly authorities?: readonly string[];
}

/** A page waits 20 s for all of it, and what is slow is asked at once. */
const RESOLVE_MS = 3_000;
const PROBE_MS = 8_000;
const KNOCK_MS = 1_500;
const TLS_MS = 5_000;
const REGISTER_MS = 8_000;
const PORTS_PROBED = 40;
/** RTP and RTCP, of audio and of real-time text. */
const PORTS_A_CALL = 4;
const REGISTER_S = 60;

const within = <T, E>(limitMs: number, asked: Promise<T>, late: E): Promise<T | E> => {
  const { promise, resolve } = Promise.withResolvers<E>();
  const timer = setTimeout(() => resolve(late), limitMs);
  return Promise.race([asked, promise]).finally(() => clearTimeout(timer));
};

export const createLineProbes = (options: LineProbesOptions) => ({
  resolve: async (host: string, port: number | null, transport: keyof typeof services) => {
    const { hosts, addresses, bySrv } = await resolve(host, port, transport);
    const isAllowed = hosts.every(address => options.egress.mayReach(address, host));
    // Where a name leads in the network of this machine is nobody's business.
    return { addresses: isAllowed ? addresses : [], bySrv, isAllowed };
  },
  probe: (trunk: Trunk | null) => probe(options, trunk),
  certificate: (host: string, port: number) => certificate(host, port, options),
  register: (trunk: Trunk | null) => register(options, trunk),
  ports: () => probePorts(options),
});

/** Our SIP port as others reach it. */
export const ourPort = ({ door, localAddress }: Pick<Exchange, 'door' | 'localAddress'>, publicIp: string | null) => ({
  host: publicIp ?? ownHost(localAddress.host),
  port: localAddress.port,
  shutBecause: door.state().isOpen ? null : door.state().because,
});

/** Of a socket that is bound to every address: the first that others may know. */
export const ownHost = (bound: string): string => {
  if (bound !== '0.0.0.0' && bound !== '::') return bound;
  const all = Object.values(networkInterfaces()).flatMap(of => of ?? []);
  return all.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? bound;
};

const services = { udp: '_sip._udp', tcp: '_sip._tcp', tls: '_sips._tcp' } as const;

/** RFC 3263 §4.2: a host without port by its SRV records, else by its addresses. */
const resolve = async (host: string, port: number | null, transport: keyof typeof services): Promise<Found> => {
  if (isIP(host) !== 0) return { hosts: [host], addresses: [host], bySrv: false };
  const resolver = new Resolver({ timeout: 1_000, tries: 2 });
  const addressesOf = async (name: string): Promise<string[]> => {
    const both = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return both.flatMap(one => (one.status === 'fulfilled' ? one.value : []));
  };
  const bySrv = async (): Promise<{ host: string; port: number }[]> => {
    const records = await resolver.resolveSrv(`${services[transport]}.${host}`).catch(() => []);
    const found = await Promise.all(
      records
        .sort((a, b) => a.priority - b.priority)
        .slice(0, 4)
        .map(async ({ name, port: at }) => (await addressesOf(name)).map(address => ({ host: address, port: at }))),
    );
    return found.flat();
  };
  const ofService = port === null ? await within(RESOLVE_MS, bySrv(), []) : [];
  if (ofService.length > 0) {
    const addresses = ofService.map(each => `${each.host}:${each.port}`);
    return { hosts: ofService.map(each => each.host), addresses, bySrv: true };
  }
  // localhost and the like are in no name server.
  const local = host === 'localhost' ? ['127.0.0.1'] : [];
  const addresses = [...local, ...(await within(RESOLVE_MS, addressesOf(host), []))];
  return { hosts: addresses, addresses, bySrv: false };
};

interface Found {
  readonly hosts: readonly string[];
  /** As they are shown: with the port where a record says one. */
  readonly addresses: readonly string[];
  readonly bySrv: boolean;
}

type NoAnswer = Extract<ProbeResult, { readonly code: null }>['because'] | 'closed';
const unasked = { target: null, code: null, roundTripMs: null, saidAs: null, seenAs: null } as const;

const probe = async ({ exchange, egress }: LineProbesOptions, trunk: Trunk | null) => {
  if (trunk === null) return { ...unasked, because: 'unresolved' as const };
  const result = await within(PROBE_MS, exchange.probe(trunk), null);
  const target = result?.target ?? (await targetOf(trunk, egress));
  const facts = {
    target,
    code: result?.code ?? null,
    roundTripMs: result?.roundTripMs ?? null,
    saidAs: result?.saidAs?.host ?? null,
    seenAs: result?.seenAs?.host ?? null,
  };
  if (facts.code !== null) return { ...facts, because: null };
  const because: NoAnswer = result?.because ?? 'noReply';
  const mayBeClosed = target !== null && (because === 'noReply' || because === 'unreachable');
  if (!mayBeClosed) return { ...facts, because };
  return { ...facts, because: await knocked(target, trunk.transport ?? 'udp', because) };
};

const targetOf = async ({ target, transport = 'udp' }: Trunk, egress: EgressGuard): Promise<Address | null> => {
  if (target.port === null) return null;
  const [host] = (await resolve(target.host, target.port, transport)).hosts;
  return host === undefined || !egress.mayReach(host, target.host) ? null : { host, port: target.port };
};

/** Silence and a closed port are told apart: the system of a closed one says so (RFC 1122 §3.2.2.1, RFC 9293 §3.5.1). */
const knocked = (target: Address, transport: 'udp' | 'tcp' | 'tls', otherwise: NoAnswer): Promise<NoAnswer> => {
  const of = (error: NodeJS.ErrnoException): NoAnswer => {
    if (error.code === 'ECONNREFUSED') return 'closed';
    return error.code === 'EHOSTUNREACH' || error.code === 'ENETUNREACH' ? 'unreachable' : otherwise;
  };
  const knock = transport === 'udp' ? knockDatagram : knockStream;
  return within(
    KNOCK_MS,
    knock(target).then(() => otherwise, of),
    otherwise,
  );
};

/** An empty line is no SIP message and disturbs nobody (RFC 3261 §7.5). */
const EMPTY = Buffer.from('\r\n\r\n');
const KNOCKS_MS = [0, 300, 600] as const;
const HEARD_MS = 1_000;

const knockDatagram = ({ host, port }: Address): Promise<void> => {
  const { promise, resolve: done, reject } = Promise.withResolvers<void>();
  const socket = createSocket(isIP(host) === 6 ? 'udp6' : 'udp4');
  const timers: NodeJS.Timeout[] = [setTimeout(done, HEARD_MS)];
  socket.once('error', reject);
  socket.connect(port, host, () => {
    for (const after of KNOCKS_MS)
      timers.push(setTimeout(() => socket.send(EMPTY, error => void (error && reject(error))), after));
  });
  return promise.finally(() => {
    for (const timer of timers) clearTimeout(timer);
    socket.removeAllListeners('error').on('error', () => undefined);
    socket.close();
  });
};

const knockStream = ({ host, port }: Address): Promise<void> => {
  const { promise, resolve: done, reject } = Promise.withResolvers<void>();
  const socket = createConnection({ host, port, timeout: KNOCK_MS });
  socket.once('connect', done).once('timeout', done).once('error', reject);
  return promise.finally(() =>
    socket
      .removeAllListeners('error')
      .on('error', () => undefined)
      .destroy(),
  );
};

const certificate = async (host: string, port: number, { egress, authorities }: LineProbesOptions) => {
  const way = await egress.checkHost(host, AbortSignal.timeout(RESOLVE_MS)).catch(() => null);
  if (way === null) return null;
  const socket = connect({
    host,
    port,
    lookup: way.lookup as never,
    ...(isIP(host) === 0 && { servername: host }),
    ...(authorities !== undefined && { ca: [...authorities] }),
    // Looked at here, not refused: the doctor says what is wrong with it.
    rejectUnauthorized: false,
  });
  const { promise, resolve: done } = Promise.withResolvers<ReturnType<typeof shown> | null>();
  let isConnected = false;
  socket.once('connect', () => {
    isConnected = true;
  });
  socket.once('secureConnect', () => done(shown(socket, host)));
  const notTls = { speaksTls: false, name: '', validTo: null, selfSigned: false, untrusted: null, wrongName: false };
  const over = () => done(isConnected ? notTls : null);
  socket.on('error', over).once('close', over);
  const seen = await within(TLS_MS, promise, null);
  socket.destroy();
  // Connected, and nothing came back that is TLS.
  return seen ?? (isConnected ? notTls : null);
};

/** A chain of one, that vouches for itself. */
const SELF_SIGNED = ['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN'];
const EXPIRED = 'CERT_HAS_EXPIRED';

const shown = (socket: TLSSocket, host: string) => {
  const peer = socket.getPeerCertificate();
  const because = socket.authorized ? null : String(socket.authorizationError);
  const selfSigned = because !== null && SELF_SIGNED.includes(because) && isOwnIssuer(peer);
  return {
    speaksTls: true,
    name: nameOf(peer),
    validTo: peer.valid_to === undefined ? null : new Date(peer.valid_to),
    selfSigned,
    // Its end is told of by itself, and so is its name.
    untrusted: because === null || because === EXPIRED || because.startsWith('ERR_TLS_CERT_ALTNAME') ? null : because,
    wrongName: checkServerIdentity(host, peer) !== undefined,
  };
};

const nameOf = ({ subject, subjectaltname = '' }: PeerCertificate): string => {
  const { CN } = subject ?? {};
  const common = Array.isArray(CN) ? CN[0] : CN;
  return common ?? /^[^:]+:([^,]+)/.exec(subjectaltname)?.[1] ?? '—';
};
const isOwnIssuer = ({ subject, issuer }: PeerCertificate): boolean =>
  JSON.stringify(subject) === JSON.stringify(issuer);

const register = async ({ exchange }: LineProbesOptions, trunk: Trunk | null) => {
  const nothing = { code: null, because: 'noReply', seconds: 0, seenAs: null } as const;
  const { credentials } = trunk ?? {};
  if (trunk === null || credentials === undefined) return nothing;
  const { promise, resolve: done } = Promise.withResolvers<RegisteredOnce>();
  const began = performance.now();
  const registration = exchange.register(
    { id: `look ${trunk.target.host} ${began}`, trunk, ...credentials, expiresS: REGISTER_S },
    state => {
      const seenAs = state.seenAs?.host ?? null;
      if (state.is === 'registered') {
        const seconds = Math.round(((state.until ?? performance.now()) - performance.now()) / 1_000);
        done({ code: state.code, because: 'registered', seconds, seenAs });
      } else if (state.is === 'failed')
        done({ code: state.code, because: refusalOf(state.because), seconds: 0, seenAs });
    },
  );
  const answer = await within(REGISTER_MS, promise, nothing);
  // Its leave is not waited for.
  void registration.stop();
  return answer;
};

interface RegisteredOnce {
  readonly code: number | null;
  readonly because: 'registered' | 'credentialsRefused' | 'weakChallenge' | 'noReply' | 'refused';
  readonly seconds: number;
  readonly seenAs: string | null;
}
const refusalOf = (because: string): RegisteredOnce['because'] => {
  if (because === 'credentialsRefused' || because === 'weakChallenge') return because;
  return because === 'refused' || because === 'serverError' || because === 'notRegistered' ? 'refused' : 'noReply';
};

/** A sample of the range is bound and let go; so many as our own calls hold are no trouble. */
const probePorts = async ({ rtpPorts: { from, to }, liveCalls }: LineProbesOptions) => {
  const count = to - from + 1;
  const looked = Math.min(PORTS_PROBED, count);
  const ports = Array.from({ length: looked }, (_, n) => from + Math.floor((n * count) / looked));
  const taken = (await Promise.all(ports.map(isTaken))).filter(Boolean).length;
  const ours = Math.ceil((liveCalls() * PORTS_A_CALL * looked) / count);
  return { from, to, looked, taken: Math.max(0, taken - ours) };
};

const isTaken = (port: number): Promise<boolean> => {
  const { promise, resolve: done } = Promise.withResolvers<boolean>();
  const socket = createSocket('udp4');
  socket.once('error', () => done(true));
  socket.bind({ port, exclusive: true }, () => done(false));
  return promise.finally(() => {
    socket.removeAllListeners('error').on('error', () => undefined);
    socket.close();
  });
};
