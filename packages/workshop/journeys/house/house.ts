import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { compileCache, keepVoices, lendVoices } from './run-caches.ts';

/**
 * A whole house of its own for a test: the supervisor that `npm start` runs, on free ports, with data in a new folder.
 * Nothing is left when it stops: the supervisor drains, and its folder goes.
 */
export interface House {
  readonly url: string;
  readonly port: number;
  readonly sipPort: number;
  readonly dataDir: string;
  readonly supervisorPid: number;
  /** What it printed so far; to show when a test is red. */
  readonly said: () => string;
  readonly stop: () => Promise<number | null>;
}

const repository = resolve(import.meta.dirname, '../../../..');
/** Long, for a busy machine takes its time; a house that cannot start ends. */
const START_LIMIT_MS = 240_000;
const STOP_LIMIT_MS = 30_000;
const SAID_LIMIT = 40_000;

/** `settings` are environment variables; a `PORT` among them is taken, else a free one. */
export const startHouse = async (settings: Readonly<Record<string, string>> = {}): Promise<House> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lianxian-house-'));
  // PostgreSQL runs as another user when we are root, and must be able to reach its folder.
  await chmod(dataDir, 0o755);
  await lendVoices(dataDir);
  const [port, sipPort] = [Number(settings.PORT ?? (await freePort())), await freePort()];
  const child = spawn(process.execPath, [join(repository, 'packages/server/src/main.ts')], {
    cwd: repository,
    env: {
      ...plainEnvironment(),
      ...(await compileCache()),
      DATA_DIR: dataDir,
      PORT: `${port}`,
      SIP_PORT: `${sipPort}`,
      // Else it would open with the first gateway among the stories, and what others say in that moment would be lost.
      SIP_BIND: '127.0.0.1',
      RTP_PORTS: someRtpPorts(),
      CAPTCHA: 'off',
      PRACTICE_PILOT: 'on',
      // The carriers and telephones of tests are on this machine, where lines may lead only by the operator's word.
      PRIVATE_HOSTS: '127.0.0.1',
      PRACTICE_RING_MS: '300-600',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', chunk => {
      said = (said + chunk).slice(-SAID_LIMIT);
    });
  }
  // Beyond this machine the house speaks HTTPS alone.
  const url = settings.HOST === undefined ? `http://127.0.0.1:${port}` : `https://${settings.HOST}:${port}`;
  const stop = async () => {
    const code = await end(child);
    await keepVoices(dataDir);
    // A part that was cut may still write what it had begun.
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    return code;
  };
  try {
    await ready(url, child);
  } catch (error) {
    await stop();
    throw new Error(`the house did not start: ${String(error)}\n${said}`);
  }
  return { url, port, sipPort, dataDir, supervisorPid: child.pid!, said: () => said, stop };
};

/**
 * Ports of its own choice below the system's own range, enough for a hundred calls at once (sound and text of a call take
 * two even ones): houses that start in the same second hardly ever meet.
 */
const someRtpPorts = (): string => {
  const from = 20_000 + 400 * randomInt(0, 30);
  return `${from}-${from + 399}`;
};

/** What its demo accounts sign in with. */
export const demoPasswordOf = async ({ dataDir }: Pick<House, 'dataDir'>): Promise<string> =>
  (await readFile(join(dataDir, 'demo-password'), 'utf8')).trim();

/** The test runner's own settings are not the house's. */
const plainEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV|TEST|DEV|PROD|MODE)/.test(name)),
  );

const ready = async (url: string, child: ChildProcess): Promise<void> => {
  const until = performance.now() + START_LIMIT_MS;
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`it ended with code ${child.exitCode}`);
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  throw new Error('not ready in time');
};

const end = async (child: ChildProcess): Promise<number | null> => {
  if (child.exitCode !== null) return child.exitCode;
  const ended = new Promise<number | null>(resolve => child.once('exit', code => resolve(code)));
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  const code = await ended;
  clearTimeout(late);
  return code;
};

/** A TCP port that was free a moment ago. */
export const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise(resolve => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
};
