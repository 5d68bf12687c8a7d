/** The thread in which files become telephone sound, one after the other; the page's process goes on answering meanwhile. */
import { parentPort } from 'node:worker_threads';
import { makeSound } from './make-sound.ts';

parentPort?.on('message', (bytes: Uint8Array) => parentPort?.postMessage(makeSound(bytes)));
