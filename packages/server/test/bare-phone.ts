import { createSocket, type Socket } from 'node:dgram';
import { createTurnWatch, type TurnWatch } from './turn-watch.ts';

/**
 * A far end made of bare sockets, so that what is measured passes through nothing of our own: a packet every 20 ms, loud
 * while it speaks; words as real-time text without redundancy.
 */
export interface BarePhone {
  readonly audioPort: number;
  readonly textPort: number;
  /** From now on packets are sent there. */
  readonly begin: (audioPort: number, textPort: number) => void;
  /** Syllables for so long; the words leave with the first one, the end of the sentence behind the last. */
  readonly speak: (ms: number, text: string) => void;
  readonly watch: TurnWatch;
  readonly close: () => void;
}

const FRAME_MS = 20;
const SAMPLES = 160;
const silence = new Uint8Array(SAMPLES).fill(0xd5);
/** A square wave of 500 Hz, loud. */
const loud = Uint8Array.from({ length: SAMPLES }, (_, n) => (n % 16 < 8 ? 0xaa : 0x2a));

const open = async (hear: (bytes: Uint8Array) => void): Promise<Socket> => {
  // An address is not asked of the resolver: a packet leaves at once.
  const socket = createSocket({ type: 'udp4', lookup: (host, _options, found) => found(null, host, 4) });
  socket.on('message', hear);
  await new Promise<void>(done => socket.bind(0, '127.0.0.1', done));
  return socket;
};

const rtp = (payloadType: number, sequence: number, timestamp: number, payload: Uint8Array): Buffer => {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0x8000 | payloadType, 0);
  head.writeUInt16BE(sequence & 0xffff, 2);
  head.writeUInt32BE(timestamp >>> 0, 4);
  head.writeUInt32BE(payloadType + 1, 8);
  return Buffer.concat([head, payload]);
};

export const openBarePhone = async (): Promise<BarePhone> => {
  const watch = createTurnWatch();
  const audio = await open(bytes => watch.heard(bytes, performance.now()));
  const text = await open(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  let to = { audio: 0, text: 0 };
  let loudUntil = 0;
  let textSent = 0;
  let isSpeaking = false;
  const sendText = (words: string): void => {
    textSent += 1;
    text.send(rtp(98, textSent, performance.now(), Buffer.from(words)), to.text, '127.0.0.1');
  };

  return {
    audioPort: audio.address().port,
    textPort: text.address().port,
    watch,
    begin: (audioPort, textPort) => {
      to = { audio: audioPort, text: textPort };
      const since = performance.now();
      let frame = 0;
      timer = setInterval(() => {
        for (const due = Math.floor((performance.now() - since) / FRAME_MS); frame <= due; frame += 1) {
          const speaks = performance.now() < loudUntil;
          if (isSpeaking && !speaks) sendText('\u2028');
          isSpeaking = speaks;
          const packet = rtp(8, frame, frame * SAMPLES, speaks ? loud : silence);
          watch.sent(packet, performance.now());
          audio.send(packet, to.audio, '127.0.0.1');
        }
      }, FRAME_MS / 4);
    },
    speak: (ms, words) => {
      loudUntil = performance.now() + ms;
      isSpeaking = true;
      sendText(words);
    },
    close: () => {
      clearInterval(timer);
      audio.close();
      text.close();
    },
  };
};
