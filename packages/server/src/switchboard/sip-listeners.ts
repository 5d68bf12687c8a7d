import { readFileSync } from 'node:fs';
import type { ExchangeOptions } from '@lianxian/telephony';
import type { Config } from '../config.ts';

/**
 * Where this installation is reached by SIP, as its settings say. WebSockets without TLS are not served: a browser gives
 * its microphone to none of their pages.
 * @throws the system's error when the certificate's files cannot be read.
 */
export const sipListeners = ({
  bind,
  port,
  tcp,
  tlsPort,
  wssPort,
  certificate,
  publicIp,
}: Config['sip']): Pick<ExchangeOptions, 'bind' | 'port' | 'publicIp' | 'listeners' | 'certificate'> => {
  const at = (where: number | null) => (where === null ? null : { host: bind, port: where });
  const listeners = { tcp: tcp ? at(port) : null, tls: at(tlsPort), wss: at(wssPort) };
  if (certificate === null) return { bind, port, publicIp, listeners };
  const [cert, key] = [certificate.certFile, certificate.keyFile].map(file => readFileSync(file, 'utf8'));
  return { bind, port, publicIp, listeners, certificate: { cert: cert ?? '', key: key ?? '' } };
};
