/** The thread in which one file becomes telephone sound; the page's process goes on answering meanwhile. */
import { parentPort, workerData } from 'node:worker_threads';
import { makeSound } from './sound.policy.ts';

parentPort?.postMessage(makeSound(workerData as Uint8Array));
