import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { instant } from '@lianxian/core/kit';
import { WebSocket } from 'ws';
import type { Address } from '../src/net/address.ts';
import { createFramer } from '../src/net/framing.ts';
import { responseTo } from '../src/sip/grammar/build.ts';
import type { Header, ReceivedMessage, ReceivedRequest, ReceivedResponse } from '../src/sip/grammar/message.ts';
import { parseMessage } from '../src/sip/grammar/parse.ts';
import { serialise } from '../src/sip/grammar/serialise.ts';

/** A phone at the end of one connection, TCP or WebSocket, that does only what it is told. */
interface StreamPhone {
  readonly seen: readonly ReceivedMessage[];
  readonly say: (text: string | Uint8Array) => void;
  readonly answer: (request: ReceivedRequest, status: number, sdp: string, more?: readonly Header[]) => void;
  /** The first of these, past or to come. */
  readonly request: (method: string) => Promise<ReceivedRequest>;
  readonly status: (status: number) => Promise<ReceivedResponse>;
  /** By CSeq, as `7 OPTIONS`. */
  readonly answerTo: (cseq: string) => Promise<ReceivedResponse>;
  /** Resolves when the other side has ended it. */
  readonly closed: Promise<void>;
  readonly cut: () => void;
}

export const SDP = [
  'v=0',
  'o=- 1 1 IN IP4 127.0.0.1',
  's=-',
  'c=IN IP4 127.0.0.1',
  't=0 0',
  'm=audio 9000 RTP/AVP 8',
  '',
].join('\r\n');

const phoneOf = (parts: {
  readonly contact: string;
  readonly write: (bytes: Uint8Array) => void;
  readonly cut: () => void;
  readonly closed: Promise<void>;
}) => {
  const seen: ReceivedMessage[] = [];
  const waiting = new Set<() => void>();
  const first = <Wanted extends ReceivedMessage>(fits: (each: ReceivedMessage) => each is Wanted): Promise<Wanted> =>
    new Promise(settle => {
      const look = () => {
        const found = seen.find(fits);
        if (found === undefined) return;
        waiting.delete(look);
        settle(found);
      };
      waiting.add(look);
      look();
    });
  const hear = (bytes: Uint8Array) => {
    const parsed = parseMessage(bytes);
    // The answer to a broken request repeats what was broken in it.
    if (!parsed.ok) return;
    seen.push(parsed.message);
    for (const look of [...waiting]) look();
  };
  const phone: StreamPhone = {
    seen,
    say: text => parts.write(Buffer.from(text)),
    answer: (request, status, sdp, more = []) => {
      const type = sdp === '' ? [] : [{ name: 'content-type', value: 'application/sdp' }];
      const headers = [{ name: 'contact', value: parts.contact }, ...type, ...more];
      parts.write(serialise(responseTo(request, { status, toTag: 'phone', headers, body: Buffer.from(sdp) })));
    },
    request: method => first((each): each is ReceivedRequest => each.kind === 'request' && each.method === method),
    status: status => first((each): each is ReceivedResponse => each.kind === 'response' && each.status === status),
    answerTo: cseq =>
      first(
        (each): each is ReceivedResponse =>
          each.kind === 'response' && `${each.cseq.number} ${each.cseq.method}` === cseq,
      ),
    closed: parts.closed,
    cut: parts.cut,
  };
  return { phone, hear };
};

const overSocket = (socket: Socket, contact: string): StreamPhone => {
  const framer = createFramer();
  const closed = once(socket, 'close').then(() => {});
  socket.on('error', () => {});
  const { phone, hear } = phoneOf({
    contact,
    write: bytes => socket.write(bytes),
    cut: () => socket.destroy(),
    closed,
  });
  socket.on('data', chunk => {
    for (const piece of framer.push(chunk, instant(performance.now()))) if (piece.type === 'message') hear(piece.bytes);
  });
  return phone;
};

export const tcpPhone = async (to: Address): Promise<StreamPhone> => {
  const socket = connect(to.port, to.host);
  await once(socket, 'connect');
  return overSocket(socket, `<sip:phone@127.0.0.1:${socket.localPort};transport=tcp>`);
};

/** A phone on TCP that is called; each connection to it is one of `phones`. */
export const listeningPhone = async () => {
  const phones: StreamPhone[] = [];
  const waiting: (() => void)[] = [];
  const server: Server = createServer(socket => {
    phones.push(overSocket(socket, `<sip:phone@127.0.0.1:${address().port};transport=tcp>`));
    for (const look of waiting.splice(0)) look();
  });
  const address = () => server.address() as import('node:net').AddressInfo;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: { host: '127.0.0.1', port: address().port },
    connection: async (index: number): Promise<StreamPhone> => {
      while (phones[index] === undefined) await new Promise<void>(settle => waiting.push(settle));
      return phones[index];
    },
    close: async () => {
      for (const phone of phones) phone.cut();
      await new Promise<void>(settle => server.close(() => settle()));
    },
  };
};

/** A browser's phone (RFC 7118): it knows no address of its own. */
export const webPhone = async (url: string, protocols: readonly string[] = ['sip']): Promise<StreamPhone> => {
  const socket = new WebSocket(url, [...protocols], { rejectUnauthorized: false });
  const closed = new Promise<void>(settle => socket.once('close', () => settle()));
  await once(socket, 'open');
  const contact = '<sip:web@df7jal23ls0d.invalid;transport=ws>';
  const { phone, hear } = phoneOf({
    contact,
    write: bytes => socket.send(bytes, { binary: false }),
    cut: () => socket.terminate(),
    closed,
  });
  socket.on('message', data => {
    const bytes = data as Buffer;
    if (bytes.length > 4) hear(bytes);
  });
  return phone;
};

interface Asked {
  readonly transport: string;
  readonly host: string;
  readonly cseq?: number;
  readonly to?: string;
  readonly callId?: string;
  readonly sdp?: string;
  readonly contact?: string;
}

/** A request in text, as a phone would write it. */
export const ask = (method: string, parts: Asked): string => {
  const { transport, host, cseq = 1, to = '<sip:100@exchange.test>', callId = 'phone-call', sdp = '' } = parts;
  return [
    `${method} sip:100@exchange.test SIP/2.0`,
    `Via: SIP/2.0/${transport} ${host};branch=z9hG4bK${method}${cseq}`,
    'Max-Forwards: 70',
    'From: <sip:phone@exchange.test>;tag=phone',
    `To: ${to}`,
    `Call-ID: ${callId}`,
    `CSeq: ${cseq} ${method}`,
    `Contact: ${parts.contact ?? `<sip:phone@${host}>`}`,
    ...(sdp === '' ? [] : ['Content-Type: application/sdp']),
    `Content-Length: ${Buffer.byteLength(sdp)}`,
    '',
    sdp,
  ].join('\r\n');
};
