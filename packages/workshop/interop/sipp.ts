import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type Losses, openRelay } from './relay.ts';

/**
 * sipp (Debian: sip-tester) as somebody else's carrier or caller: one scenario, of `sipp/*.xml` or of `sipp-scenario.ts`,
 * played to one call or as many as it is told. It listens on a free port of 127.0.0.1 and ends with its last call; nothing
 * outlives `stop`.
 */
export interface SippCarrier {
  readonly port: number;
  /** Behind its border: nothing overtakes what goes there, and OPTIONS are calls. */
  readonly ownPort: number;
  /** Resolves when the scenario is through: true when every message came as the scenario wants it. */
  readonly finished: Promise<SippResult>;
  /** What was on the network so far. */
  readonly messages: () => Promise<readonly SippMessage[]>;
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

interface SippWishes {
  readonly calls?: number;
  /** Default udp. */
  readonly transport?: 'udp' | 'tcp';
  /** On the network before it; with UDP, and for a far end that is called. */
  readonly losses?: Losses;
  /** sipp calls whoever listens at this port of 127.0.0.1, instead of being called. */
  readonly calling?: { readonly port: number; readonly number: string };
}

const SCENARIO_LIMIT_SECONDS = 180;

/** What sipp ends with when a port was taken by somebody else between our look and its start. */
const FATAL_CODE = 254;
const MOST_STARTS = 3;

class EndedAtOnce extends Error {
  override readonly name = 'EndedAtOnce';
}

export const startSipp = async (
  scenario: string | { readonly xml: string },
  settings: Readonly<Record<string, string>>,
  wishes: SippWishes = {},
): Promise<SippCarrier> => {
  for (let start = 1; ; start += 1) {
    try {
      return await launch(scenario, settings, wishes);
    } catch (error) {
      if (!(error instanceof EndedAtOnce) || start === MOST_STARTS) throw error;
    }
  }
};

const launch = async (
  scenario: string | { readonly xml: string },
  settings: Readonly<Record<string, string>>,
  { calls = 1, transport = 'udp', losses, calling }: SippWishes,
): Promise<SippCarrier> => {
  const folder = await mkdtemp(join(tmpdir(), 'lianxian-sipp-'));
  const [port, mediaPort] = [await freeUdpPort(), await freeUdpPort(MEDIA_PORTS)];
  const log = join(folder, 'messages.log');
  const file =
    typeof scenario === 'string' ? join(import.meta.dirname, 'sipp', `${scenario}.xml`) : join(folder, 'scenario.xml');
  if (typeof scenario !== 'string') await writeFile(file, scenario.xml);
  const child = spawn(
    'sipp',
    [
      ...(calling ? [`127.0.0.1:${calling.port}`, '-s', calling.number] : []),
      ...['-sf', file, '-i', '127.0.0.1', '-p', `${port}`, '-t', transport === 'udp' ? 'u1' : 't1'],
      ...['-mp', `${mediaPort}`, '-m', `${calls}`, '-nostdin', '-trace_msg', '-message_file', log],
      ...['-timeout', `${SCENARIO_LIMIT_SECONDS}`, '-timeout_error'],
      ...Object.entries(settings).flatMap(([key, value]) => ['-key', key, value]),
    ],
    { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const border = !calling && transport === 'udp' ? await openRelay(losses) : null;
  border?.connect(port);
  const finished = watch(child, log).finally(async () => {
    await border?.close();
    await rm(folder, { recursive: true, force: true });
  });
  if (!calling) await listening(transport, port, child);
  return {
    port: border?.port ?? port,
    ownPort: port,
    finished,
    messages: async () => messagesOf(await readFile(log, 'utf8').catch(() => '')),
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
      return {
        atMs,
        way: /received/.test(head) ? 'received' : 'sent',
        text: lines.join('\n').split(/^-{20,}$/m)[0] ?? '',
      } as const;
    });

/** sipp takes four in a row: RTP and RTCP of sound, then of pictures. */
const MEDIA_PORTS = 4;

/** Below what systems hand out by themselves (Linux 32768–60999), and above our own media ports:
 * no socket opened meanwhile gets one of them. */
const LOWEST_PORT = 30_100;
const HIGHEST_PORT = 32_700;
const MOST_LOOKS = 100;

/** Goes round, so that no two that are looked for at once are the same: over TCP a look at UDP would not show it. */
let next = randomInt(LOWEST_PORT, HIGHEST_PORT);

/** The first of `count` UDP ports in a row of 127.0.0.1 that were free a moment ago. */
export const freeUdpPort = async (count = 1): Promise<number> => {
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    const first = next + count > HIGHEST_PORT ? LOWEST_PORT : next;
    next = first + count;
    const free = await Promise.all(Array.from({ length: count }, (_, index) => isFree(first + index)));
    if (free.every(Boolean)) return first;
  }
  throw new Error(`no ${count} free UDP ports in a row`);
};

const isFree = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = createSocket('udp4');
    socket.once('error', () => {
      socket.close();
      resolve(false);
    });
    socket.bind(port, '127.0.0.1', () => socket.close(() => resolve(true)));
  });

/** sipp says nothing when it is ready: the kernel's table of sockets does. (To try the port ourselves could take it from sipp.) */
const listening = async (transport: 'udp' | 'tcp', port: number, child: ChildProcess): Promise<void> => {
  // sl, local address, remote address, state: a connection that rests after its end (TIME_WAIT) has the port too.
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const listens = new RegExp(`^ *\\d+: [0-9A-F]+:${hex} [0-9A-F]+:0000 ${transport === 'tcp' ? '0A' : '07'} `);
  for (let tries = 0; tries < 500; tries++) {
    if (child.exitCode === FATAL_CODE) throw new EndedAtOnce('sipp ended at once: a port was taken');
    if (child.exitCode !== null) throw new Error(`sipp ended at once with code ${child.exitCode}`);
    const rows = (await readFile(`/proc/net/${transport}`, 'utf8')).split('\n');
    if (rows.some(row => listens.test(row))) return;
    await new Promise(resolve => setTimeout(resolve, 10));
  }
  throw new Error('sipp does not listen');
};
