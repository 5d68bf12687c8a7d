#!/usr/bin/env node
/**
 * The built-in voice: a program that speaks Mandarin, so that everything talks with no set-up. It is GPL-3.0 like eSpeak,
 * which it links, and therefore a process of its own that is spoken to over stdio and imports nothing of the house.
 *
 * In: one JSON object a line (see `request.ts`). Out, in the order of the requests: a JSON line
 * `{ id, sampleRate, bytes }` followed by exactly `bytes` bytes of 16-bit little-endian mono samples, or
 * `{ id, error, bytes: 0 }`. First of all a line `{ ready: true, sampleRate, bytes: 0 }`. It ends with its input.
 */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import load, { type Worker } from '@echogarden/espeak-ng-emscripten';
import { aloud } from './aloud.ts';
import { maxLineBytes, parseRequest, type Refusal, type Request } from './request.ts';

/** eSpeak's own 50 flattens the tones of Mandarin. */
const intonation = 75;

const speak = (worker: Worker, { text, speaker, speed, pitch }: Request): Buffer => {
  worker.set_voice(speaker);
  worker.set_rate(speed);
  worker.set_pitch(pitch);
  worker.set_range(intonation);
  const pieces: Buffer[] = [];
  worker.synthesize(aloud(text), samples => {
    pieces.push(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength));
    return false;
  });
  return Buffer.concat(pieces);
};

const answer = async (header: object, sound: Buffer): Promise<void> => {
  process.stdout.write(`${JSON.stringify({ ...header, bytes: sound.length })}\n`);
  if (!process.stdout.write(sound)) await once(process.stdout, 'drain');
};

const serve = async (): Promise<void> => {
  const { eSpeakNGWorker } = await load();
  const worker = new eSpeakNGWorker();
  const sampleRate = worker.get_samplerate();
  const nothing = Buffer.alloc(0);
  // Whoever listened is gone: there is nobody left to speak for.
  process.stdout.on('error', () => process.exit(0));
  await answer({ ready: true, sampleRate }, nothing);
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    const request: Request | Refusal =
      line.length > maxLineBytes ? { id: null, error: 'badRequest' } : parseRequest(line);
    if ('error' in request) {
      await answer(request, nothing);
      continue;
    }
    let sound: Buffer | null = null;
    try {
      sound = speak(worker, request);
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    }
    if (sound) await answer({ id: request.id, sampleRate }, sound);
    else await answer({ id: request.id, error: 'failed' }, nothing);
  }
};

await serve();
