import { openExchange } from '../src/exchange/exchange.ts';
import type { ExchangeOptions } from '../src/exchange/options.ts';
import type { Exchange, LegSignal } from '../src/exchange/types.ts';
import type { MediaHost } from '../src/media/host.ts';
import type { Address } from '../src/net/address.ts';
import { openUdpSocket, type UdpSocket } from '../src/net/udp-socket.ts';
import type { RemoteMedia } from '../src/sdp/media.ts';
import type { StoredDialog } from '../src/sip/dialog/stored.ts';
import { responseTo } from '../src/sip/grammar/build.ts';
import {
  type Header,
  header,
  type ReceivedMessage,
  type ReceivedRequest,
  type SipMessage,
} from '../src/sip/grammar/message.ts';
import { parseMessage } from '../src/sip/grammar/parse.ts';
import { serialise } from '../src/sip/grammar/serialise.ts';

/** The stage of the exchange's tests: noted media, noted signals, and a phone whose messages are written by hand. */

/** A media host that hands out made-up ports and remembers what it was told. */
export const noteMedia = () => {
  const connected: { leg: string; remote: RemoteMedia; phase: string }[] = [];
  const open = new Set<string>();
  /** Of each leg that was ever opened. */
  const wanted = new Map<string, Parameters<MediaHost['open']>[1]>();
  let port = 30_000;
  const host: MediaHost = {
    open: async (leg, wants) => {
      open.add(leg);
      wanted.set(leg, wants);
      port += 4;
      const audio = { host: wants.localHost, port };
      return wants.realTimeText ? { audio, text: { host: wants.localHost, port: port + 2 } } : { audio };
    },
    connect: (leg, remote, phase) => void connected.push({ leg, remote, phase }),
    close: leg => void open.delete(leg),
  };
  return { host, connected, open, wanted };
};

/** What came of a kind, and a way to wait for the first that fits. */
const noteAll = <T>() => {
  const seen: T[] = [];
  const waiting = new Set<(item: T) => void>();
  return {
    seen,
    add: (item: T) => {
      seen.push(item);
      for (const each of waiting) each(item);
    },
    first: <Wanted extends T>(fits: (item: T) => item is Wanted): Promise<Wanted> => {
      const already = seen.find(fits);
      if (already !== undefined) return Promise.resolve(already);
      return new Promise(settle => {
        const look = (item: T) => {
          if (!fits(item)) return;
          waiting.delete(look);
          settle(item);
        };
        waiting.add(look);
      });
    },
  };
};

export const noteSignals = () => {
  const all = noteAll<LegSignal>();
  return {
    seen: all.seen,
    on: all.add,
    next: <Type extends LegSignal['type']>(type: Type) => {
      type Wanted = Extract<LegSignal, { type: Type }>;
      return all.first((signal): signal is Wanted => signal.type === type);
    },
  };
};

/** Exchanges that close themselves after each test. */
export const createStage = () => {
  const opened: { close: () => Promise<void> }[] = [];
  return {
    open: async (options: Partial<ExchangeOptions> & { media: MediaHost }) => {
      const exchange = await openExchange({ bind: '127.0.0.1', port: 0, publicIp: null, ...options });
      opened.push(exchange);
      return exchange;
    },
    openPhone: async (host?: string) => {
      const phone = await openPhone(host);
      opened.push(phone);
      return phone;
    },
    clear: async () => {
      await Promise.all(opened.splice(0).map(each => each.close()));
    },
  };
};

/** A phone on loopback that does only what it is told. */
const openPhone = async (host = '127.0.0.1') => {
  const all = noteAll<ReceivedMessage>();
  const socket: UdpSocket = await openUdpSocket({ host, port: 0 }, bytes => {
    const parsed = parseMessage(bytes);
    if (parsed.ok) all.add(parsed.message);
  });
  const { address } = socket;
  const send = (message: SipMessage, to: Address) => socket.send(serialise(message), to, () => {});
  const contact = { name: 'contact', value: `<sip:phone@127.0.0.1:${address.port}>` };
  return {
    address,
    seen: all.seen,
    close: socket.close,
    sendBytes: (bytes: Uint8Array, to: Address) => socket.send(bytes, to, () => {}),
    request: (method: string, cseq?: number) =>
      all.first(
        (each): each is ReceivedRequest =>
          each.kind === 'request' && each.method === method && (cseq === undefined || each.cseq.number === cseq),
      ),
    final: (cseq: string) =>
      all.first(
        (each): each is Extract<ReceivedMessage, { kind: 'response' }> =>
          each.kind === 'response' && each.status >= 200 && header(each.headers, 'cseq') === cseq,
      ),
    answer: (
      request: ReceivedRequest,
      status: number,
      sdp: string,
      exchange: Exchange,
      more: readonly Header[] = [],
      tag = 'phone',
    ) => {
      const type = sdp === '' ? [] : [{ name: 'content-type', value: 'application/sdp' }];
      const ours = more.some(({ name }) => name === 'contact') ? [] : [contact];
      const parts = { status, toTag: tag, headers: [...ours, ...type, ...more], body: Buffer.from(sdp) };
      send(responseTo(request, parts), { host: '127.0.0.1', port: request.via.port ?? exchange.localAddress.port });
    },
    ask: (method: string, to: Address, parts: { cseq: number; to: string; branch: string; sdp: string }) => {
      const type = parts.sdp === '' ? [] : [{ name: 'content-type', value: 'application/sdp' }];
      const headers = [
        { name: 'via', value: `SIP/2.0/UDP 127.0.0.1:${address.port};branch=z9hG4bK${parts.branch};rport` },
        { name: 'from', value: '<sip:phone@127.0.0.1>;tag=phone' },
        { name: 'to', value: parts.to },
        { name: 'call-id', value: 'phone-call' },
        { name: 'cseq', value: `${parts.cseq} ${method}` },
        contact,
        ...type,
      ];
      const uri = `sip:100@127.0.0.1:${to.port}`;
      send({ kind: 'request', method, uri, headers, body: Buffer.from(parts.sdp) }, to);
    },
    /** A request of the phone within the dialog of a call it was made. */
    within: (
      method: string,
      to: Address,
      parts: { dialog: StoredDialog; to: string; cseq: number; sdp: string; type?: string },
    ) => {
      const { dialog } = parts;
      const headers = [
        { name: 'via', value: `SIP/2.0/UDP 127.0.0.1:${address.port};branch=z9hG4bKw${method}${parts.cseq};rport` },
        { name: 'from', value: `<${dialog.remoteUri}>;tag=${dialog.remoteTag}` },
        { name: 'to', value: parts.to },
        { name: 'call-id', value: dialog.callId },
        { name: 'cseq', value: `${parts.cseq} ${method}` },
        contact,
        { name: 'content-type', value: parts.type ?? 'application/sdp' },
      ];
      send({ kind: 'request', method, uri: dialog.localUri, headers, body: Buffer.from(parts.sdp) }, to);
    },
  };
};
