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
import load from '@echogarden/espeak-ng-emscripten';
import { parseRequest } from './request.ts';
import { speak } from './speak.ts';

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
    const request = parseRequest(line);
    if ('error' in request) {
      await answer(request, nothing);
      continue;
    }
    const sound = speak(worker, request);
    if (sound instanceof Error) {
      process.stderr.write(`${sound.message}\n`);
      await answer({ id: request.id, error: 'failed' }, nothing);
    } else await answer({ id: request.id, sampleRate }, sound);
  }
};

await serve();
