import { createSocket, type RemoteInfo } from 'node:dgram';
import type { CalleeKind } from './switchboard-conformance.ts';

/**
 * A carrier's far end written by hand over a bare socket, message by message, so that nothing of our own SIP answers our
 * own SIP. What it does is told by the user of the request's URI: the name of a kind.
 */
export interface ScriptedPhone {
  readonly port: number;
  readonly close: () => Promise<void>;
}

const codes: Partial<Record<CalleeKind, string>> = {
  isBusy: '486 Busy Here',
  declines: '603 Decline',
  isAway: '480 Temporarily Unavailable',
  isUnknown: '404 Not Found',
  hasMoved: '410 Gone',
  ringsOut: '408 Request Timeout',
  overloaded: '503 Service Unavailable',
  fails: '500 Server Internal Error',
  forbids: '403 Forbidden',
  takesNoCodec: '488 Not Acceptable Here',
};

const TALK_MS = 150;

const sdp = (payloadTypes: string): string =>
  [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    'c=IN IP4 127.0.0.1',
    't=0 0',
    `m=audio 9 RTP/AVP ${payloadTypes}`,
    '',
  ].join('\r\n');

const headerOf = (message: string, name: string): string =>
  new RegExp(`^${name}:[ ]*(.*)$`, 'im').exec(message)?.[1]?.trim() ?? '';

export const openScriptedPhone = async (): Promise<ScriptedPhone> => {
  const socket = createSocket('udp4');
  const contact = () => `<sip:phone@127.0.0.1:${socket.address().port}>`;
  const timers = new Set<NodeJS.Timeout>();
  /** INVITEs that wait for their end, by Call-ID. */
  const waiting = new Map<string, string>();

  const reply = (request: string, to: RemoteInfo, status: string, more: readonly string[] = [], body = ''): void => {
    const toHeader = headerOf(request, 'to');
    const tag = toHeader.includes('tag=') || status.startsWith('100') ? '' : ';tag=far';
    const lines = [
      `SIP/2.0 ${status}`,
      ...request.split('\r\n').filter(line => /^via:/i.test(line)),
      `From: ${headerOf(request, 'from')}`,
      `To: ${toHeader}${tag}`,
      `Call-ID: ${headerOf(request, 'call-id')}`,
      `CSeq: ${headerOf(request, 'cseq')}`,
      `Contact: ${contact()}`,
      ...more,
      ...(body === '' ? [] : ['Content-Type: application/sdp']),
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ];
    socket.send(lines.join('\r\n'), to.port, to.address);
  };

  const bye = (invite: string, to: RemoteInfo): void => {
    const target = /<([^>]*)>/.exec(headerOf(invite, 'contact'))?.[1] ?? '';
    const lines = [
      `BYE ${target} SIP/2.0`,
      `Via: SIP/2.0/UDP 127.0.0.1:${socket.address().port};branch=z9hG4bK${headerOf(invite, 'call-id').slice(0, 12)}`,
      `From: ${headerOf(invite, 'to')};tag=far`,
      `To: ${headerOf(invite, 'from')}`,
      `Call-ID: ${headerOf(invite, 'call-id')}`,
      'CSeq: 7 BYE',
      'Max-Forwards: 70',
      'Content-Length: 0',
      '',
      '',
    ];
    socket.send(lines.join('\r\n'), to.port, to.address);
  };

  const later = (act: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, TALK_MS);
    timers.add(timer);
  };

  const ring = (kind: CalleeKind, invite: string, from: RemoteInfo): void => {
    reply(invite, from, '100 Trying');
    if (kind === 'onlyTries') return;
    if (kind === 'wantsCredentials') {
      const nonce = headerOf(invite, 'cseq').replace(/\D/g, '');
      const challenge = `WWW-Authenticate: Digest realm="far", nonce="n${nonce}", algorithm=MD5, qop="auth"`;
      reply(invite, from, '401 Unauthorized', [challenge]);
      return;
    }
    reply(invite, from, '180 Ringing');
    const code = codes[kind];
    if (code !== undefined) reply(invite, from, code);
    else if (kind === 'answersWithoutCodec') reply(invite, from, '200 OK', [], sdp('18'));
    else if (kind === 'hangsUp' || kind === 'fallsSilent') reply(invite, from, '200 OK', [], sdp('8'));
    if (kind === 'hangsUp') later(() => bye(invite, from));
  };

  const cancel = (request: string, from: RemoteInfo): void => {
    reply(request, from, '200 OK');
    const id = headerOf(request, 'call-id');
    const invite = waiting.get(id);
    waiting.delete(id);
    if (invite === undefined) return;
    const kind = /^INVITE sip:([^@]*)@/.exec(invite)?.[1];
    if (kind === 'answersLate') reply(invite, from, '200 OK', [], sdp('8'));
    else reply(invite, from, '487 Request Terminated');
  };

  socket.on('message', (bytes, from) => {
    const message = bytes.toString();
    const [, method, kind] = /^([A-Z]+) sip:([^@ ]*)/.exec(message) ?? [];
    if (method === 'INVITE') {
      waiting.set(headerOf(message, 'call-id'), message);
      ring(kind as CalleeKind, message, from);
    } else if (method === 'CANCEL') cancel(message, from);
    else if (method !== undefined && method !== 'ACK') reply(message, from, '200 OK');
  });
  await new Promise<void>(done => socket.bind(0, '127.0.0.1', done));
  return {
    port: socket.address().port,
    close: () => {
      for (const timer of timers) clearTimeout(timer);
      return new Promise(done => socket.close(done));
    },
  };
};
