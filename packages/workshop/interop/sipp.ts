import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/**
 * sipp (Debian: sip-tester) as somebody else's carrier: one scenario of `sipp/*.xml`, played to one call or as many as it is
 * told. It listens on a free port of 127.0.0.1 and ends with its last call; nothing outlives `stop`.
 */
export interface SippCarrier {
  readonly port: number;
  /** Resolves when the scenario is through: true when every message came as the scenario wants it. */
  readonly finished: Promise<SippResult>;
  readonly stop: () => Promise<void>;
}

export interface SippResult {
  readonly ok: boolean;
  /** What sipp complained about, and every message with its time: to read when a test is red. */
  readonly said: string;
  readonly messages: readonly SippMessage[];
}

export interface SippMessage {
  readonly atMs: number;
  readonly way: 'sent' | 'received';
  readonly text: string;
}

/** Without sipp (or Linux's table of sockets) these tests are left out; the runner says so, and with CI it is a failure. */
export const sippIsThere =
  existsSync('/proc/net/udp') &&
  (process.env.PATH ?? '').split(delimiter).some(folder => existsSync(join(folder, 'sipp')));

const SCENARIO_LIMIT_SECONDS = 90;

export const startSipp = async (
  scenario: string,
  settings: Readonly<Record<string, string>>,
  calls = 1,
): Promise<SippCarrier> => {
  const folder = await mkdtemp(join(tmpdir(), 'lianxian-sipp-'));
  const [port, mediaPort] = [await freeUdpPort(), await freeUdpPort()];
  const log = join(folder, 'messages.log');
  const child = spawn(
    'sipp',
    [
      ...['-sf', join(import.meta.dirname, 'sipp', `${scenario}.xml`), '-i', '127.0.0.1', '-p', `${port}`],
      ...['-mp', `${mediaPort}`, '-m', `${calls}`, '-nostdin', '-trace_msg', '-message_file', log],
      ...['-timeout', `${SCENARIO_LIMIT_SECONDS}`, '-timeout_error'],
      ...Object.entries(settings).flatMap(([key, value]) => ['-key', key, value]),
    ],
    { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const finished = watch(child, log).finally(() => rm(folder, { recursive: true, force: true }));
  await listening(port, child);
  return {
    port,
    finished,
    stop: async () => {
      child.kill('SIGKILL');
      await finished;
    },
  };
};

const watch = (child: ChildProcess, log: string): Promise<SippResult> =>
  new Promise(resolve => {
    let said = '';
    child.stderr?.on('data', chunk => {
      said = (said + chunk).slice(-4000);
    });
    child.once('error', error => resolve({ ok: false, said: error.message, messages: [] }));
    child.once('close', async code => {
      const text = await readFile(log, 'utf8').catch(() => '');
      resolve({ ok: code === 0, said: `${said}\n${text.slice(-20_000)}`, messages: messagesOf(text) });
    });
  });

/** `-----…- 2026-11-21 01:01:11.897436` / `UDP message received [235] bytes :` / blank / message. */
const messagesOf = (log: string): readonly SippMessage[] =>
  log
    .split(/^-{20,} /m)
    .slice(1)
    .map(block => {
      const [date = '', head = '', , ...lines] = block.split('\n');
      const atMs = Date.parse(`${date.trim().slice(0, 23).replace(' ', 'T')}Z`) + Number(`0.${date.trim().slice(23)}`);
      return { atMs, way: head.includes('received') ? 'received' : 'sent', text: lines.join('\n') } as const;
    });

/** A UDP port that was free a moment ago. */
export const freeUdpPort = async (): Promise<number> => {
  const socket = createSocket('udp4');
  await new Promise<void>(resolve => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address();
  await new Promise<void>(resolve => socket.close(() => resolve()));
  return port;
};

/** sipp says nothing when it is ready: the kernel's table of sockets does. (To try the port ourselves could take it from sipp.) */
const listening = async (port: number, child: ChildProcess): Promise<void> => {
  const bound = `:${port.toString(16).toUpperCase().padStart(4, '0')} `;
  for (let tries = 0; tries < 500; tries++) {
    if (child.exitCode !== null) throw new Error(`sipp ended at once with code ${child.exitCode}`);
    const rows = (await readFile('/proc/net/udp', 'utf8')).split('\n');
    if (rows.some(row => row.slice(0, 22).includes(bound))) return;
    await new Promise(resolve => setTimeout(resolve, 10));
  }
  throw new Error('sipp does not listen');
};
