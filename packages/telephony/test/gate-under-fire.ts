/**
 * A gate and one browser in a process of their own (the native library ends whatever loads it when it fails): the browser speaks,
 * floods, and while its packets are on their way from the library's thread, its leg is closed. Before it strangers knock at the gate. Tells its
 * parent how many packets were `heard`, how many of the `flood` and in how long, and what errors were told, then ends.
 */
import { createSocket } from 'node:dgram';
import { Audio, PeerConnection } from 'node-datachannel';
import { restingClock } from '../src/media/clock.ts';
import { openParcels } from '../src/net/parcels.ts';
import { createWebRtcGate } from '../src/webrtc/gate.ts';

const LOOPBACK = '127.0.0.1';
const BURST = 50;
const FLOOD = 3_000;
const KNOCKS = 200;
/** The library's threads take that long to decrypt a burst, at most. */
const ON_THEIR_WAY_MS = 50;

const bound = async (port = 0) => {
  const socket = createSocket('udp4');
  await new Promise<void>(done => socket.bind(port, LOOPBACK, done));
  return socket;
};

const freePort = async (): Promise<number> => {
  const socket = await bound();
  const { port } = socket.address();
  await new Promise<void>(done => socket.close(done));
  return port;
};

const openBrowser = async () => {
  const connection = new PeerConnection('browser', { iceServers: [], bindAddress: LOOPBACK });
  const sound = new Audio('0', 'SendRecv');
  sound.addAudioCodec(8, 'PCMA');
  const track = connection.addTrack(sound);
  const gathered = new Promise<void>(done =>
    connection.onGatheringStateChange(state => state === 'complete' && done()),
  );
  const open = new Promise<void>(done => track.onOpen(done));
  connection.setLocalDescription('offer');
  await gathered;
  return { offer: connection.localDescription()!.sdp, connection, track, open };
};

let spoken = 0;
/** One packet after the other: SRTP takes none twice. */
const speak = (): void => {
  const packet = Buffer.alloc(172, 0xd5);
  packet[0] = 0x80;
  packet[1] = 8;
  packet.writeUInt16BE(spoken++, 2);
  browser.track.sendMessageBinary(packet);
};

const engine = await openParcels();
let heard = 0;
const errors: string[] = [];
const port = await freePort();
const gate = await createWebRtcGate({
  port,
  bind: LOOPBACK,
  every: restingClock.every,
  onLog: text => errors.push(text),
});
const stranger = await bound();
// Binding requests (RFC 5389) whose attributes are longer than they are: heard before what the browser says later.
const rubbish = Buffer.alloc(120, 0xff);
rubbish.writeUInt16BE(1, 0);
rubbish.writeUInt16BE(100, 2);
rubbish.writeUInt32BE(0x21_12_a4_42, 4);
for (let n = 0; n < KNOCKS; n++) stranger.send(rubbish, port, LOOPBACK);
const browser = await openBrowser();
const LEG = 1;
const near = { ...engine.address, leg: LEG };
const { body, plain } = await gate.open('leg', { offer: browser.offer, near, hosts: [LOOPBACK] });
browser.connection.setRemoteDescription(body, 'answer');
await browser.open;
const first = new Promise<void>(done => {
  engine.join(plain, LEG, () => {
    heard += 1;
    done();
  });
});
const knocking = setInterval(speak, 20);
await first;
clearInterval(knocking);
// A flood: as fast as the library takes it.
const [before, floodedAt] = [heard, performance.now()];
for (let n = 0; n < FLOOD; n++) {
  speak();
  if (n % 50 === 0) await new Promise(done => setTimeout(done, 1));
}
await new Promise(done => setTimeout(done, ON_THEIR_WAY_MS));
const flood = { heard: heard - before, ms: performance.now() - floodedAt };
for (let n = 0; n < BURST; n++) speak();
// Nothing of JavaScript runs meanwhile: the burst waits behind this turn, and finds its leg closed.
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ON_THEIR_WAY_MS);
gate.close('leg');
await new Promise(done => setTimeout(done, ON_THEIR_WAY_MS));
process.send?.({ heard, errors: errors.length, flood });
process.exit(0);
