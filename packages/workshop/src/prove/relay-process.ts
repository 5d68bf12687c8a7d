import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { type FromRelay, type SeenCall, toRelay } from './relay-words.ts';
import { headerOf, isTagged, lineOf, methodOf, phoneOf, statusOf, withRecordRoute } from './sip-text.ts';

/**
 * The network between the platform and its carrier, in a process of its own that outlives every kill (decision 10). It hands
 * on whatever comes, both ways, and writes down what it saw by Call-ID. As a record-routing proxy would (RFC 3261 §16.6
 * step 4), it puts itself into the route of each call, so that ACK and BYE come by as well; it answers nothing and
 * repeats nothing. On demand it keeps the INVITEs of new calls back.
 *
 *   platform ⇄ near │ far ⇄ carrier        the carrier's own requests come to near, where the route points
 */
const LOOPBACK = '127.0.0.1';
const carrierPort = Number(process.argv[2]);

const calls = new Map<string, SeenCall>();
let platform: RemoteInfo | null = null;
let isHolding = false;
let held: Buffer[] = [];

const bound = async (): Promise<Socket> => {
  const socket = createSocket({ type: 'udp4', recvBufferSize: 4_000_000 });
  socket.on('error', () => undefined);
  await new Promise<void>(resolve => socket.bind(0, LOOPBACK, resolve));
  return socket;
};
const [near, far] = [await bound(), await bound()];
const nearPort = near.address().port;

const say = (message: FromRelay): void => void process.send?.(message, () => undefined);

const note = (callId: string, seen: Partial<SeenCall>): void => {
  const known = calls.get(callId);
  if (known === undefined) return;
  const next = { ...known, ...seen };
  calls.set(callId, next);
  say({ type: 'call', call: next });
};

/** The first INVITE of a Call-ID makes the call; what repeats it, with credentials or without, is the same one. */
const noteRequest = (text: string, from: 'platform' | 'carrier'): void => {
  const callId = headerOf(text, 'Call-ID');
  const at = Date.now();
  const method = methodOf(text);
  const known = calls.get(callId);
  if (method === 'INVITE' && known === undefined && from === 'platform') {
    calls.set(callId, {
      callId,
      phone: phoneOf(text),
      invitedAt: at,
      heldAt: isHolding ? at : null,
      ringingAt: null,
      answeredAt: null,
      confirmedAt: null,
      hungUpAt: null,
      hungUpBy: null,
      refusedWith: null,
    });
    note(callId, {});
  } else if (method === 'ACK' && known?.answeredAt != null && known.confirmedAt === null)
    note(callId, { confirmedAt: at });
  else if ((method === 'BYE' || method === 'CANCEL') && known && known.hungUpAt === null)
    note(callId, { hungUpAt: at, hungUpBy: from });
};

const noteAnswer = (text: string): void => {
  const callId = headerOf(text, 'Call-ID');
  const known = calls.get(callId);
  if (known === undefined || !/INVITE$/.test(headerOf(text, 'CSeq'))) return;
  const status = statusOf(text);
  const at = Date.now();
  if (status > 100 && status < 200 && known.ringingAt === null) note(callId, { ringingAt: at });
  else if (status >= 200 && status < 300 && known.answeredAt === null) note(callId, { answeredAt: at });
  else if (status >= 300 && status !== 401 && status !== 407 && known.refusedWith === null)
    note(callId, { refusedWith: status });
};

const toCarrier = (bytes: Buffer): void => far.send(bytes, carrierPort, LOOPBACK);
const toPlatform = (bytes: Buffer): void => {
  if (platform) near.send(bytes, platform.port, platform.address);
};

const isNewInvite = (text: string): boolean => methodOf(text) === 'INVITE' && !isTagged(headerOf(text, 'To'));
const isHeld = (text: string): boolean => calls.get(headerOf(text, 'Call-ID'))?.heldAt != null;

near.on('message', (bytes, from) => {
  const text = bytes.toString('latin1');
  const isRequest = !lineOf(text).startsWith('SIP/2.0');
  if (from.port === carrierPort) {
    if (isRequest) noteRequest(text, 'carrier');
    return toPlatform(bytes);
  }
  platform = from;
  if (!isRequest) return toCarrier(bytes);
  noteRequest(text, 'platform');
  if (!isNewInvite(text)) return toCarrier(bytes);
  const routed = Buffer.from(withRecordRoute(text, `<sip:${LOOPBACK}:${nearPort};lr>`), 'latin1');
  if (isHolding && isHeld(text)) held.push(routed);
  else toCarrier(routed);
});

far.on('message', bytes => {
  const text = bytes.toString('latin1');
  if (statusOf(text) > 0) noteAnswer(text);
  toPlatform(bytes);
});

process.on('message', message => {
  const asked = toRelay.parse(message);
  if (asked.type === 'hold') isHolding = true;
  else {
    isHolding = false;
    for (const bytes of asked.forward ? held : []) toCarrier(bytes);
    held = [];
  }
});
process.on('disconnect', () => process.exit(0));
process.on('SIGINT', () => undefined);
say({ type: 'open', port: nearPort });
