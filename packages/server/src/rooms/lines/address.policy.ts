/** Where an ordinary line sends its calls, read from what a person typed. */
export interface LineAddress {
  /** A host name, an IPv4 address, or an IPv6 address without its brackets. */
  readonly host: string;
  /** Null: found by the host's own records (RFC 3263), else the default of the transport. */
  readonly port: number | null;
}

const LARGEST_PORT = 65_535;
/** RFC 1123 §2.1 labels; an IPv4 address looks like one and is checked apart. */
const hostName = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*\.?$/i;
const digitsAndDots = /^[\d.]+$/;
const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.|$)){4}$/;
const ipv6 = /^[0-9a-f:.]*:[0-9a-f:.]*$/i;
/** An SRV record's own name (RFC 2782): what it is looked up for is the name behind the service. */
const service = /^_sips?\._(?:udp|tcp|tls)\./i;

const isHost = (host: string): boolean => {
  if (host.includes(':')) return ipv6.test(host) && URL.canParse(`http://[${host}]`);
  return digitsAndDots.test(host) ? ipv4.test(host) && !host.endsWith('.') : hostName.test(host);
};

/** Host and port as they were typed: `[2001:db8::1]:5060`, `2001:db8::1`, `sip.example.com:5080`. */
const parts = (text: string): readonly [host: string, port: string | undefined] => {
  const [, bracketed, bracketedPort] = /^\[([^\]\s]*)\](?::(\d{1,5}))?$/.exec(text) ?? [];
  if (bracketed !== undefined) return [bracketed.includes(':') ? bracketed : '', bracketedPort];
  if (ipv6.test(text) && text.split(':').length > 2) return [text, undefined];
  const [, host = '', port] = /^([^:\s]+)(?::(\d{1,5}))?$/.exec(text) ?? [];
  return [host.replace(service, ''), port];
};

/** `192.0.2.10`, `192.0.2.10:5060`, `[2001:db8::1]:5060`, `sip.example.com`; `null` when it is none. */
export const readLineAddress = (text: string): LineAddress | null => {
  const [host, portText] = parts(text.trim());
  const port = portText === undefined ? null : Number(portText);
  if (!isHost(host)) return null;
  return port === null || (port > 0 && port <= LARGEST_PORT) ? { host, port } : null;
};

/** As a host is compared: names in lower case without their closing dot, IPv6 in its short form (RFC 5952). */
const hostOf = (address: string): string => {
  const { host = '' } = readLineAddress(address) ?? {};
  return host.includes(':') ? new URL(`http://[${host}]`).hostname : host.toLowerCase().replace(/\.$/, '');
};

/** Whether both are one host, however it is written and whatever the port: calls from it come from where they came. */
export const isSameHost = (one: string, other: string): boolean => hostOf(one) === hostOf(other);

/**
 * Addresses of lines that stay on this machine, whatever their port; a regular expression that PostgreSQL reads alike, without
 * regard to case. Any other leads beyond it, and so does '', that of a gateway, which comes to us. By its text alone: a name
 * that turns out to be this machine's opens the SIP port without need, one that cannot be looked up now must not keep it shut.
 */
export const STAYS_HERE = String.raw`^\s*(?:(?:localhost\.?|127(?:\.\d{1,3}){3})(?::\d{1,5})?|::1|\[::1\](?::\d{1,5})?)\s*$`;
