import { createSocket, type Socket } from 'node:dgram';
import { mkdirSync, openSync, write, writeSync } from 'node:fs';
import { join } from 'node:path';
import { ALAW_HEADER_BYTES, alawWavHeader } from '../src/audio/wav.ts';
import type { NearEnd } from './measure.ts';

/**
 * The floor that figures are compared with: for each call a socket, a 20 ms frame out, whatever comes in, both
 * interleaved into the same stereo A-law file. No parsing, no statistics, no voice activity, no late packets, no clock
 * but the tick; what it costs, any program on this runtime must pay.
 */
const FRAME_SAMPLES = 160;
const FLUSH_FRAMES = 20;

interface Call {
  readonly socket: Socket;
  readonly file: number;
  readonly packet: Buffer;
  recording: Buffer;
  frame: number;
  heard: number;
}

export const openBareLoop = async (calls: number, folder: string): Promise<NearEnd> => {
  mkdirSync(folder, { recursive: true });
  const all = await Promise.all(Array.from({ length: calls }, (_, index) => openCall(join(folder, `${index}.wav`))));
  let timer: NodeJS.Timeout | null = null;
  return {
    ports: all.map(call => call.socket.address().port),
    start: async (remotePorts, prompt) => {
      await Promise.all(all.map((call, index) => connect(call.socket, remotePorts[index]!)));
      const startedAt = performance.now();
      let step = 0;
      timer = setInterval(() => {
        for (const until = Math.floor((performance.now() - startedAt) / 5); step < until; step += 1)
          for (let index = step % 4; index < all.length; index += 4) sendFrame(all[index]!, index, prompt);
      }, 5);
    },
    stop: async () => {
      if (timer) clearInterval(timer);
      for (const call of all) call.socket.close();
      return null;
    },
  };
};

const connect = (socket: Socket, port: number): Promise<void> =>
  new Promise(done => socket.connect(port, '127.0.0.1', () => done()));

const openCall = (path: string): Promise<Call> =>
  new Promise(done => {
    const socket = createSocket({ type: 'udp4', lookup: (host, _options, answer) => answer(null, host, 4) });
    const file = openSync(path, 'w');
    writeSync(file, alawWavHeader(2, 0xffffffff), 0, ALAW_HEADER_BYTES, 0);
    const call: Call = { socket, file, packet: Buffer.alloc(172), recording: freshRecording(), frame: 0, heard: 0 };
    call.packet.writeUInt16BE(0x8008, 0);
    socket.on('error', () => {});
    socket.on('message', bytes => {
      const at = (call.heard % FLUSH_FRAMES) * FRAME_SAMPLES * 2;
      for (let i = 0; i < FRAME_SAMPLES; i += 1) call.recording[at + i * 2] = bytes[12 + i]!;
      call.heard += 1;
    });
    socket.bind(0, '127.0.0.1', () => done(call));
  });

const freshRecording = (): Buffer => Buffer.alloc(FLUSH_FRAMES * FRAME_SAMPLES * 2, 0xd5);

const sendFrame = (call: Call, index: number, prompt: Uint8Array): void => {
  const { packet } = call;
  const from = (call.frame * FRAME_SAMPLES) % (prompt.length - FRAME_SAMPLES);
  const at = (call.frame % FLUSH_FRAMES) * FRAME_SAMPLES * 2;
  for (let i = 0; i < FRAME_SAMPLES; i += 1) {
    const byte = prompt[from + i]!;
    packet[12 + i] = byte;
    call.recording[at + i * 2 + 1] = byte;
  }
  packet.writeUInt16BE(call.frame & 0xffff, 2);
  packet.writeUInt32BE(call.frame * FRAME_SAMPLES, 4);
  call.socket.send(packet);
  call.frame += 1;
  // Calls take turns with the disk.
  if ((call.frame + index) % FLUSH_FRAMES !== 0) return;
  const full = call.recording;
  call.recording = freshRecording();
  write(call.file, full, 0, full.length, null, () => {});
};
