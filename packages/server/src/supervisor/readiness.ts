import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { type Config, StartRefused } from '../config.ts';

const READY_LIMIT_MS = 30_000;
const ASK_LIMIT_MS = 3_000;
const POLL_MS = 50;

/** Asks the house itself, on its own address. A self-made certificate is ours to trust. */
const isReady = (config: Config): Promise<boolean> =>
  new Promise(resolve => {
    const host = config.host === '0.0.0.0' ? '127.0.0.1' : config.host === '::' ? '::1' : config.host;
    const options = { host, port: config.port, path: '/readyz', timeout: ASK_LIMIT_MS };
    const asked = config.tls === null ? plainRequest(options) : tlsRequest({ ...options, rejectUnauthorized: false });
    asked.on('response', answer => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve(false));
    asked.end();
  });

/** Resolves once database and media stand behind the web. @throws {StartRefused} when that takes too long. */
export const waitUntilReady = async (config: Config, signal: AbortSignal): Promise<void> => {
  const until = performance.now() + READY_LIMIT_MS;
  while (!signal.aborted) {
    if (await isReady(config)) return;
    if (performance.now() > until)
      throw new StartRefused(
        '各部分都已启动，但 /readyz 一直没有就绪：请看日志文件夹里的 calls.log 和 web.log。',
        'All parts run but /readyz does not get ready: see calls.log and web.log in the log folder.',
      );
    await delay(POLL_MS);
  }
};
