import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import type { Address } from './address.ts';
import { certificateName, type Flow, type SendFailure, transportOf } from './flow.ts';
import { type Certificate, MIN_TLS } from './stream-listeners.ts';

/** Opens connections of ours, over TCP and TLS. */
export type DialStream = (
  flow: Flow,
  to: Address,
  giveUp: AbortSignal,
) => Promise<Socket | Exclude<SendFailure, 'cut'>>;

export const createStreamDialler = (options: {
  readonly handshakeMs: number;
  /** The address we call from; null: the system's choice. */
  readonly from: () => string | null;
  readonly certificate: Certificate | null;
  /** PEM; null: the system's and those that come with Node. */
  readonly authorities: readonly string[] | null;
}): DialStream => {
  let context: SecureContext | null = null;
  const secureContext = (): SecureContext => {
    context ??= createSecureContext({
      ...options.certificate,
      ca: [...(options.authorities ?? [...getCACertificates('default'), ...getCACertificates('system')])],
      minVersion: MIN_TLS,
    });
    return context;
  };
  const open = (flow: Flow, to: Address): Socket => {
    const from = options.from();
    const target = { host: to.host, port: to.port, ...(from === null ? {} : { localAddress: from }) };
    if (transportOf(flow) !== 'tls') return connect(target);
    const name = certificateName(flow);
    return connectTls({
      ...target,
      secureContext: secureContext(),
      rejectUnauthorized: name !== null,
      // SNI and the check go by the name the trunk has, not by the address it was found at (RFC 5922 §4).
      ...(name === null || isIP(name) !== 0 ? {} : { servername: name }),
    });
  };
  return (flow, to, giveUp) =>
    new Promise(settle => {
      const socket = open(flow, to);
      const isSecure = transportOf(flow) === 'tls';
      let isConnected = false;
      const timeOut = () => fail('unreachable');
      const timer = setTimeout(timeOut, options.handshakeMs);
      giveUp.addEventListener('abort', timeOut);
      const forget = () => {
        clearTimeout(timer);
        giveUp.removeEventListener('abort', timeOut);
      };
      const fail = (because: Exclude<SendFailure, 'cut'>) => {
        forget();
        socket.destroy();
        settle(because);
      };
      /** It took our connection but not our TLS, or we not its certificate. */
      const broken = () => fail(isSecure && isConnected ? 'certificate' : 'unreachable');
      socket.on('error', broken);
      socket.once('close', broken);
      socket.once('connect', () => {
        isConnected = true;
      });
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        forget();
        socket.off('close', broken);
        socket.off('error', broken);
        socket.on('error', () => {});
        socket.setNoDelay(true);
        settle(socket);
      });
    });
};
