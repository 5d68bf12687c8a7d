import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { until } from './house/api.ts';
import { compileCache, lendVoices } from './house/run-caches.ts';

/**
 * `npm start` as an operator lives it: one house, a second beside it, and all the ways they end. The tests of this file
 * follow each other; each starts from what the one before left.
 */
const clone = resolve(import.meta.dirname, '../../..');
const root = mkdtempSync(join(tmpdir(), 'lianxian-start-'));
// PostgreSQL runs as another user when we are root, and must be able to pass.
chmodSync(root, 0o755);

interface Start {
  readonly pid: number;
  readonly dataDir: string;
  readonly said: () => string;
  /** Resolves with the exit code; a killed process has none. */
  readonly ended: Promise<number | null>;
  readonly hasEnded: () => boolean;
  readonly kill: (signal: NodeJS.Signals) => void;
}

const running: Start[] = [];

const compiled = await compileCache();

const start = (name: string, settings: Readonly<Record<string, string>> = {}): Start => {
  const dataDir = join(root, name);
  const { NODE_ENV: _testing, VITEST: _runner, ...environment } = process.env;
  const child = spawn(process.execPath, [join(clone, 'packages/server/src/main.ts')], {
    env: { ...environment, ...compiled, DATA_DIR: dataDir, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      said += chunk;
    });
  const ended = new Promise<number | null>(done => child.once('close', code => done(code)));
  const started = {
    pid: child.pid!,
    dataDir,
    said: () => said,
    ended,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    kill: (signal: NodeJS.Signals) => void child.kill(signal),
  };
  running.push(started);
  return started;
};

/** Two at once have to be loaded, and to make their databases, on a machine that does other things too. */
const READY_LIMIT_MS = 150_000;
const TWO_STARTS_MS = 2 * READY_LIMIT_MS;

/** The address that the banner prints. */
const addressOf = (house: Start): Promise<string> =>
  until(`the banner of ${house.dataDir}`, READY_LIMIT_MS, () => {
    if (house.hasEnded()) throw new Error(house.said());
    return /停止：Ctrl-C/.test(house.said()) ? (/网址\s+(\S+)/.exec(house.said())?.[1] ?? null) : null;
  });

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

const workingFolder = (pid: string): string => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
};

/** Command lines of all that lives for a data folder: told of it by environment, or (PostgreSQL) working below it. */
const processesOf = (dataDir: string): string[] =>
  readdirSync('/proc')
    .filter(pid => /^\d+$/.test(pid) && !/\) Z/.test(read(`/proc/${pid}/stat`)))
    .filter(
      pid => read(`/proc/${pid}/environ`).includes(`DATA_DIR=${dataDir}\0`) || workingFolder(pid).startsWith(dataDir),
    )
    .map(pid => `${pid} ${read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')}`);

afterAll(async () => {
  for (const house of running) house.kill('SIGTERM');
  await Promise.all(running.map(house => house.ended));
  rmSync(root, { recursive: true, force: true });
}, 60_000);

let one: Start;
let two: Start;
let addressOfOne = '';

test(
  'two installations start side by side; each says how far it is, where it is, how to sign in, what to click first',
  async () => {
    one = start('one');
    // From nothing starts the first; what its town says need not be voiced by both.
    await lendVoices(join(root, 'two'));
    two = start('two');
    addressOfOne = await addressOf(one);
    expect(await addressOf(two)).not.toBe(addressOfOne);
    for (const word of [
      '第一次启动',
      '✓ 数据库',
      '100268',
      'demo',
      join(one.dataDir, 'demo-password'),
      '试呼',
      '现在只在本机监听',
    ])
      expect(one.said()).toContain(word);
  },
  TWO_STARTS_MS,
);

test('it is alive and ready', async () => {
  expect((await fetch(`${addressOfOne}/healthz`)).status).toBe(200);
  expect((await fetch(`${addressOfOne}/readyz`)).status).toBe(200);
  const page = await fetch(addressOfOne);
  expect(await page.text()).toContain('<div id="root"');
});

test('no process of it has the key or a password of the database in its environment', () => {
  const secrets = ['secret-key', 'postgres/app-password', 'postgres/password'].map(file =>
    readFileSync(join(one.dataDir, file), 'utf8').trim(),
  );
  expect(secrets.map(({ length }) => length > 10)).toEqual([true, true, true]);
  const pids = processesOf(one.dataDir).map(line => line.split(' ', 1)[0]);
  expect(pids.length).toBeGreaterThan(5);
  for (const pid of pids) for (const secret of secrets) expect(read(`/proc/${pid}/environ`)).not.toContain(secret);
});

const OPTIONS = [
  'OPTIONS sip:127.0.0.1 SIP/2.0',
  'Via: SIP/2.0/WSS seat.invalid;branch=z9hG4bK5443',
  'Max-Forwards: 70',
  'From: <sip:seat@seat.invalid>;tag=1',
  'To: <sip:127.0.0.1>',
  'Call-ID: 5443',
  'CSeq: 1 OPTIONS',
  'Content-Length: 0',
  '\r\n',
].join('\r\n');

/** What a browser of a seat hears first; the house vouches for itself alone. */
const answerOverWss = (port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`wss://127.0.0.1:${port}`, 'sip', { rejectUnauthorized: false });
    socket.once('error', reject);
    socket.once('open', () => socket.send(OPTIONS));
    socket.once('message', data => {
      socket.close();
      resolve(String(data));
    });
  });

test('O-393: each listens for the browsers of seats, at 5443 or where it says instead', async () => {
  const ports = [one, two].map(house =>
    Number(/SIP_WSS_PORT 5443 已被占用，改用 (\d+)/.exec(house.said())?.[1] ?? 5_443),
  );
  expect(new Set(ports).size).toBe(2);
  for (const port of ports) expect(await answerOverWss(port)).toMatch(/^SIP\/2\.0 200 /);
});

test('a second start of the same installation says where the first one is, and ends', async () => {
  const again = start('one');
  expect(await again.ended).toBe(1);
  expect(again.said()).toContain(`已经在运行 ${addressOfOne}（进程 ${one.pid}`);
});

test('a set port that is taken is refused in one sentence', async () => {
  const server = createServer();
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const at = server.address();
  const port = typeof at === 'object' && at !== null ? at.port : 0;
  const refused = start('three', { PORT: String(port) });
  expect(await refused.ended).toBe(1);
  expect(refused.said()).toContain(`PORT：127.0.0.1:${port} 已被占用`);
  expect(processesOf(refused.dataDir)).toEqual([]);
  await new Promise(done => server.close(done));
});

test('a data folder that is a file is refused in one sentence', async () => {
  mkdirSync(join(root, 'four'));
  const refused = start('four', { DATA_DIR: join(clone, 'package.json') });
  expect(await refused.ended).toBe(1);
  expect(refused.said()).toContain('不能写');
});

test(
  'a role that dies is started again, and the house is ready again',
  async () => {
    const jobs = processesOf(two.dataDir).find(line => line.includes('--role web'));
    process.kill(Number(jobs?.split(' ')[0]), 'SIGKILL');
    const address = await addressOf(two);
    await until('the web process to be back', READY_LIMIT_MS, async () => {
      const answer = await fetch(`${address}/readyz`).catch(() => null);
      return answer?.status === 200 && two.said().includes('后重启') ? true : null;
    });
  },
  READY_LIMIT_MS,
);

test('a supervisor that is killed leaves nothing running', async () => {
  two.kill('SIGKILL');
  await two.ended;
  await until('everything to end', 60_000, () => (processesOf(two.dataDir).length === 0 ? true : null));
}, 90_000);

test('SIGTERM ends all in order, with exit code 0', async () => {
  one.kill('SIGTERM');
  expect(await one.ended).toBe(0);
  expect(processesOf(one.dataDir)).toEqual([]);
}, 90_000);

test(
  'both start again, the killed one included',
  async () => {
    const again = async (name: string): Promise<void> => {
      const next = start(name);
      expect(await addressOf(next)).toMatch(/^http/);
      expect(next.said()).toContain('正在启动');
      expect(next.said()).toMatch(/已就绪（[\d.]+ 秒）/);
      next.kill('SIGTERM');
      expect(await next.ended).toBe(0);
    };
    await Promise.all([again('one'), again('two')]);
  },
  TWO_STARTS_MS,
);
