/** Where an ordinary line sends its calls, read from what a person typed. */
export interface LineAddress {
  readonly host: string;
  readonly port: number;
}

/** RFC 3261 §19.1.2: the port of SIP over UDP when none is given. */
const SIP_PORT = 5060;
const LARGEST_PORT = 65_535;
/** RFC 1123 §2.1 labels; an IPv4 address looks like one and is checked apart. */
const hostName = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;
const digitsAndDots = /^[\d.]+$/;
const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.|$)){4}$/;

/** `192.0.2.10`, `192.0.2.10:5060`, `sip.example.com:5080`; `null` when it is none. */
export const readLineAddress = (text: string): LineAddress | null => {
  const [, host = '', portText] = /^([^:\s]+)(?::(\d{1,5}))?$/.exec(text.trim()) ?? [];
  const port = portText === undefined ? SIP_PORT : Number(portText);
  const isHost = digitsAndDots.test(host) ? ipv4.test(host) && !host.endsWith('.') : hostName.test(host);
  return isHost && port > 0 && port <= LARGEST_PORT ? { host, port } : null;
};
