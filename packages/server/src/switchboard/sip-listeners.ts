import { readFileSync } from 'node:fs';
import type { ExchangeOptions } from '@lianxian/telephony';
import { type Config, sipBinds } from '../config.ts';

/**
 * Where this installation is reached by SIP, as its settings say. Where nobody set an address it is this machine alone, and
 * the exchange's door opens it, which may fail and be tried again. WebSockets are for seats, whose pages come from `host`:
 * they listen there and no further, with the pages' certificate, and without TLS for pages from this machine alone: a browser
 * gives its microphone to no other page without it.
 * @throws the system's error when the certificate's files cannot be read.
 */
export const sipListeners = ({
  host: pagesHost,
  sip,
  corsOrigins,
}: Pick<Config, 'host' | 'sip' | 'corsOrigins'>): Pick<
  ExchangeOptions,
  'bind' | 'opensTo' | 'port' | 'publicIp' | 'listeners' | 'certificate' | 'pageOrigins'
> => {
  const { port, tcp, tlsPort, wssPort, certificate, publicIp } = sip;
  const { first: bind, later } = sipBinds(sip);
  const at = (where: number | null, host = bind) => (where === null ? null : { host, port: where });
  const listeners = { tcp: tcp ? at(port) : null, tls: at(tlsPort), wss: at(wssPort, pagesHost) };
  const options = {
    bind,
    port,
    publicIp,
    listeners,
    pageOrigins: corsOrigins,
    ...(bind === later ? {} : { opensTo: later }),
  };
  if (certificate === null) return options;
  const [cert, key] = [certificate.certFile, certificate.keyFile].map(file => readFileSync(file, 'utf8'));
  return { ...options, certificate: { cert: cert ?? '', key: key ?? '' } };
};
