import { flushCompileCache } from 'node:module';
import { actOdds, builtInLibrary, subjectOf, tradeLibrary, wantsNoCalls } from '@lianxian/core';
import { createMediaEngine, createMusic, createRingTone, goAhead, restingClock } from '@lianxian/telephony';
import { createBreakers } from '../platform/breaker.ts';
import { roomOnDisk } from '../platform/disk.ts';
import { openRecognisers } from '../speech/recognisers.ts';
import { defectText } from './defect.ts';
import { createLegRecogniser } from './leg-recogniser.ts';
import { type MediaWorker, startMediaWorker } from './media-worker.ts';
import { type FromWorker, type ToWorker, VITALS_EVERY_MS } from './messages.ts';

/**
 * The process of a media worker: a child of calls, spoken to over its channel. It lives as long as the channel does:
 * when calls is gone it closes its recordings and exits, so no robot goes on talking alone
 * (ARCHITECTURE.md#when-something-dies). Signals from a terminal reach the whole group and are left to calls, which
 * drains.
 */
let worker: MediaWorker | null = null;

/** Recordings are closed in milliseconds; a disk that hangs must not keep the process. */
const CLOSE_LIMIT_MS = 3_000;

/** Two hundred calls write 3 MB a second. */
const DISK_EVERY_MS = 2_000;

const report = (message: FromWorker): void => {
  // A broken channel is noticed by `disconnect`.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
};

goAhead();

process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);

/** The last handler: what no call's guard caught. Calls gives us no new calls and stops us after the last. */
const onDefect = (error: unknown): void => {
  process.stderr.write(`media worker: ${defectText(error)}\n`);
  report({ type: 'defect', because: defectText(error) });
};
process.on('uncaughtException', onDefect);
process.on('unhandledRejection', onDefect);

process.on('message', message => {
  const told = message as ToWorker;
  if (told.type !== 'start') return worker?.hear(told);
  const { settings } = told;
  const engine = createMediaEngine({
    ports: settings.rtpPorts,
    publicHost: settings.publicHost,
    clock: restingClock,
    ...(settings.silenceLimitMs === undefined ? {} : { silenceLimitMs: settings.silenceLimitMs }),
    onDefect: error => process.stderr.write(`media worker: ${defectText(error)}\n`),
  });
  const recognisers = openRecognisers(settings.privateHosts ?? [], settings.sherpaDir ?? null);
  const openRecogniser = createLegRecogniser({
    recogniserOf: recognisers.of,
    breakerOf: createBreakers(),
    frameClock: engine.frameClock,
  });
  worker = startMediaWorker({ settings, engine, report, openRecogniser });
  const heardOfDisk = worker.heardOfDisk;
  setInterval(() => {
    // A disk that does not answer is found by the recordings themselves.
    roomOnDisk(settings.recordingsDir).then(heardOfDisk, () => undefined);
  }, DISK_EVERY_MS).unref();
  setInterval(() => report({ type: 'vitals', memory: process.memoryUsage.rss() }), VITALS_EVERY_MS).unref();
  // Some 200 ms of learning that no call should wait for.
  builtInLibrary();
  tradeLibrary();
  // And some 100 ms of reading weights.
  wantsNoCalls('');
  actOdds('', [], null);
  subjectOf('', []);
  // And 20 ms of music, in which every call's next packet would be late.
  createMusic();
  createRingTone();
  // For who takes its place: node keeps what it compiled at an orderly end alone.
  flushCompileCache();
  report({ type: 'ready' });
});

process.on('disconnect', () => {
  setTimeout(() => process.exit(1), CLOSE_LIMIT_MS).unref();
  void (worker?.close() ?? Promise.resolve()).finally(() => process.exit(0));
});
