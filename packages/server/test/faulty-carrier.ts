import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/**
 * A far end with one fault, spoken by hand: no stack of ours answers for it. UDP on loopback; it knows as much SIP as its
 * fault needs (RFC 3261 §8.2.6, §13.3.1).
 */
export interface FaultyCarrier {
  readonly port: number;
  /** First lines and sources of what came. */
  readonly heard: readonly string[];
  readonly close: () => void;
}

export interface Fault {
  /** Never a word. */
  readonly silent?: true;
  /** Takes calls, and no OPTIONS. */
  readonly ignoresOptions?: true;
  /** Demands credentials and takes none. */
  readonly refusesCredentials?: true;
  /** Answers with G.729 alone. */
  readonly onlyG729?: true;
  /** Its answers name an address that nobody listens at; it repeats them, and hangs up so soon. */
  readonly losesAck?: { readonly contact: string; readonly hangsUpAfterMs: number };
  /** What it says it saw of us, instead of the truth. */
  readonly sawUsAs?: string;
}

interface Request {
  readonly method: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly vias: readonly string[];
}

const read = (text: string): Request => {
  const [first = '', ...lines] = text.split('\r\n');
  const fields = lines.slice(0, lines.indexOf('')).map(line => /^([^:]+?)\s*:\s*(.*)$/.exec(line));
  const headers = new Map(fields.map(field => [(field?.[1] ?? '').toLowerCase(), field?.[2] ?? '']));
  const vias = fields.filter(field => field?.[1]?.toLowerCase() === 'via').map(field => field?.[2] ?? '');
  return { method: first.split(' ')[0] ?? '', headers, vias };
};

const sdp = (port: number, payload: string): string =>
  `v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio ${port} RTP/AVP ${payload}\r\n`;

/** RFC 3261 §17.1.1.1. */
const T1_MS = 500;

export const openFaultyCarrier = async (fault: Fault): Promise<FaultyCarrier> => {
  const socket: Socket = createSocket('udp4');
  /** Takes sound and sends none. */
  const rtp = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  rtp.bind(0, '127.0.0.1');
  await Promise.all([once(socket, 'listening'), once(rtp, 'listening')]);
  const { port } = socket.address() as AddressInfo;
  const media = (rtp.address() as AddressInfo).port;
  const heard: string[] = [];
  const timers: NodeJS.Timeout[] = [];

  const answer = (request: Request, status: string, source: AddressInfo, more: string[] = [], body = ''): Buffer => {
    const { headers, vias } = request;
    const [top = '', ...rest] = vias;
    const seen = `${top.replace(/;rport(?=;|$)/, `;rport=${source.port}`)};received=${fault.sawUsAs ?? source.address}`;
    const to = headers.get('to') ?? '';
    const lines = [
      `SIP/2.0 ${status}`,
      ...[seen, ...rest].map(via => `Via: ${via}`),
      `From: ${headers.get('from')}`,
      `To: ${to.includes(';tag=') || status.startsWith('100') ? to : `${to};tag=far`}`,
      `Call-ID: ${headers.get('call-id')}`,
      `CSeq: ${headers.get('cseq')}`,
      ...more,
      ...(body === '' ? [] : ['Content-Type: application/sdp']),
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ];
    const bytes = Buffer.from(lines.join('\r\n'));
    socket.send(bytes, source.port, source.address);
    return bytes;
  };

  const bye = ({ headers }: Request, source: AddressInfo): void => {
    const target = /<([^>]+)>/.exec(headers.get('contact') ?? '')?.[1] ?? '';
    const lines = [
      `BYE ${target} SIP/2.0`,
      `Via: SIP/2.0/UDP 127.0.0.1:${port};branch=z9hG4bK${Math.random()};rport`,
      'Max-Forwards: 70',
      `From: ${headers.get('to')};tag=far`,
      `To: ${headers.get('from')}`,
      `Call-ID: ${headers.get('call-id')}`,
      'CSeq: 1 BYE',
      'Content-Length: 0',
      '',
      '',
    ];
    socket.send(lines.join('\r\n'), source.port, source.address);
  };

  const invited = (request: Request, source: AddressInfo): void => {
    answer(request, '100 Trying', source);
    answer(request, '180 Ringing', source);
    const contact = fault.losesAck?.contact ?? `127.0.0.1:${port}`;
    const more = [`Contact: <sip:far@${contact}>`];
    const bytes = answer(request, '200 OK', source, more, sdp(media, fault.onlyG729 ? '18' : '8 101'));
    if (!fault.losesAck) return;
    for (let [after, gap] = [T1_MS, T1_MS]; after < fault.losesAck.hangsUpAfterMs; gap *= 2, after += gap)
      timers.push(setTimeout(() => socket.send(bytes, source.port, source.address), after));
    timers.push(setTimeout(() => bye(request, source), fault.losesAck.hangsUpAfterMs));
  };

  const challenge = 'WWW-Authenticate: Digest realm="far", nonce="n1", algorithm=MD5, qop="auth"';
  const invites = new Set<string>();
  socket.on('message', (bytes, source) => {
    const text = bytes.toString();
    if (text.trim() === '' || text.startsWith('SIP/2.0')) return;
    const request = read(text);
    heard.push(`${request.method} ${request.headers.get('cseq')}`);
    const from: AddressInfo = { address: source.address, port: source.port, family: source.family };
    if (fault.silent || request.method === 'ACK') return;
    if (request.method === 'OPTIONS' && fault.ignoresOptions) return;
    if (request.method === 'OPTIONS' || request.method === 'BYE') return void answer(request, '200 OK', from);
    if (fault.refusesCredentials) return void answer(request, '401 Unauthorized', from, [challenge]);
    const key = `${request.headers.get('call-id')} ${request.headers.get('cseq')}`;
    if (request.method !== 'INVITE' || invites.has(key)) return;
    invites.add(key);
    invited(request, from);
  });

  return {
    port,
    heard,
    close: () => {
      for (const timer of timers) clearTimeout(timer);
      socket.close();
      rtp.close();
    },
  };
};
