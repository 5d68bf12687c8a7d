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

/** RFC 4291 §2.2: eight groups, one run of zeros left out, the last two perhaps as an IPv4 address. */
const isIpv6 = (host: string): boolean => {
  const [, before, last] = /^(.*:)(\d+(?:\.\d+){3})$/.exec(host) ?? [];
  if (last !== undefined && !ipv4.test(last)) return false;
  const halves = (before === undefined ? host : `${before}0:0`).split('::');
  const groups = halves.flatMap(half => (half === '' ? [] : half.split(':')));
  const isWhole = halves.length === 1 ? groups.length === 8 : halves.length === 2 && groups.length < 8;
  return isWhole && groups.every(group => /^[0-9a-f]{1,4}$/i.test(group));
};

const isHost = (host: string): boolean => {
  if (host.includes(':')) return isIpv6(host);
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
