import { readFileSync } from 'node:fs';
import type { ExchangeOptions } from '@lianxian/telephony';
import type { Config } from '../config.ts';

/**
 * Where this installation is reached by SIP, as its settings say. WebSockets are for seats, whose pages come from `host`:
 * they listen there and no further; without TLS they are not served: a browser gives its microphone to none of their pages.
 * @throws the system's error when the certificate's files cannot be read.
 */
export const sipListeners = ({
  host: pagesHost,
  sip,
}: Pick<Config, 'host' | 'sip'>): Pick<ExchangeOptions, 'bind' | 'port' | 'publicIp' | 'listeners' | 'certificate'> => {
  const { bind, port, tcp, tlsPort, wssPort, certificate, publicIp } = sip;
  const at = (where: number | null, host = bind) => (where === null ? null : { host, port: where });
  const listeners = { tcp: tcp ? at(port) : null, tls: at(tlsPort), wss: at(wssPort, pagesHost) };
  if (certificate === null) return { bind, port, publicIp, listeners };
  const [cert, key] = [certificate.certFile, certificate.keyFile].map(file => readFileSync(file, 'utf8'));
  return { bind, port, publicIp, listeners, certificate: { cert: cert ?? '', key: key ?? '' } };
};
