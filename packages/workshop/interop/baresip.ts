import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type Certificate, decodeWav } from '@lianxian/telephony';
import { until } from '../journeys/house/api.ts';
import { freePort } from '../journeys/house/house.ts';

/**
 * baresip (Debian: baresip-core) as somebody else's telephone on 127.0.0.1: it plays a tone of 440 Hz, keeps what it
 * hears, answers by itself, and is told what to do over its control port. Nothing of it outlives `stop`.
 */
export interface Baresip {
  /** Where it takes calls over UDP and TCP; TLS is one above. */
  readonly port: number;
  /** A command of its menu: `dial sip:…`, `hold`, `resume`, `sndcode 5`, `hangup`. Resolves when it was taken. */
  readonly tell: (command: string, params?: string) => Promise<void>;
  /** Registers, by one more account. */
  readonly register: (registrarPort: number, password: string) => Promise<void>;
  /** What happened, in order: `CALL_ESTABLISHED`, `REGISTER_OK` … */
  readonly events: readonly string[];
  readonly waitFor: (event: string) => Promise<void>;
  /** All that it heard in its calls, ended ones alone: samples in [-1, 1). */
  readonly heard: () => Promise<readonly { readonly sampleRate: number; readonly samples: Float32Array }[]>;
  readonly said: () => string;
  readonly stop: () => Promise<void>;
}

interface BaresipWishes {
  readonly user: string;
  readonly transport: 'udp' | 'tcp' | 'tls';
  readonly encrypted?: boolean;
  readonly certificate: Certificate;
}

const MODULES = '/usr/lib/baresip/modules';
export const baresipIsThere =
  existsSync(MODULES) && (process.env.PATH ?? '').split(delimiter).some(folder => existsSync(join(folder, 'baresip')));

const WAIT_MS = 30_000;
const SAID_LIMIT = 20_000;
/** What it says of a port that is another's (EADDRINUSE). */
const TAKEN = 'Address already in use';
const MORE_TRIES = 4;

/** Ports that were free a moment ago may be somebody's by now, or be free over TCP alone: others are tried then. */
export const startBaresip = async (wishes: BaresipWishes): Promise<Baresip> => {
  for (let more = MORE_TRIES; ; more -= 1) {
    try {
      return await startAt(await portOfThree(), wishes);
    } catch (error) {
      if (more === 0 || !String(error).includes(TAKEN)) throw error;
    }
  }
};

const startAt = async (port: number, wishes: BaresipWishes): Promise<Baresip> => {
  const folder = await mkdtemp(join(tmpdir(), 'lianxian-baresip-'));
  const controlPort = port + 2;
  await Promise.all([
    writeFile(join(folder, 'cert.pem'), wishes.certificate.cert + wishes.certificate.key),
    writeFile(join(folder, 'config'), configOf(folder, port, controlPort)),
    writeFile(join(folder, 'accounts'), `${accountOf(wishes, port)};regint=0\n`),
    writeFile(join(folder, 'contacts'), ''),
  ]);
  const child = spawn('baresip', ['-f', folder], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', chunk => {
      said = (said + chunk).slice(-SAID_LIMIT);
    });
  }
  const stop = async () => {
    await end(child);
    await rm(folder, { recursive: true, force: true });
  };
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  const control = await until('the control port of baresip', WAIT_MS, () => {
    if (isOver() || said.includes(TAKEN)) {
      throw new Error(`baresip ended with ${child.exitCode ?? child.signalCode}: ${said}`);
    }
    return connected(controlPort);
  }).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const events: string[] = [];
  const tell = talkOver(control, events);
  return {
    port,
    tell,
    register: (registrarPort, password) =>
      tell('uanew', `${accountOf(wishes, registrarPort)};auth_user=${wishes.user};auth_pass=${password};regint=60`),
    events,
    waitFor: async event => {
      await until(`${event} of baresip`, WAIT_MS, () => events.includes(event) || null, 10).catch((error: unknown) => {
        throw new Error(`${String(error)}; ${events.join(' ')}\n${said}`);
      });
    },
    heard: () => heardIn(folder),
    said: () => said,
    stop,
  };
};

/** Its modules come last, so whoever answers there is ready; it says nothing itself through a pipe. */
const connected = (port: number): Promise<Socket | null> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.once('error', () => resolve(null));
  });

const configOf = (folder: string, port: number, controlPort: number): string =>
  [
    `module_path ${MODULES}`,
    ...['g711', 'ausine', 'aubridge', 'sndfile', 'srtp'].map(name => `module ${name}.so`),
    'module_tmp account.so',
    'module_app menu.so',
    'module_app ctrl_tcp.so',
    `ctrl_tcp_listen 127.0.0.1:${controlPort}`,
    `sip_listen 127.0.0.1:${port}`,
    `sip_certificate ${join(folder, 'cert.pem')}`,
    'net_interface 127.0.0.1',
    // Its tone knows no other rate; both ways end nowhere but in the files of sndfile.
    'audio_source ausine,440',
    'ausrc_srate 48000',
    'ausrc_channels 2',
    'audio_player aubridge,out',
    'audio_alert aubridge,alert',
    `snd_path ${folder}`,
    '',
  ].join('\n');

const accountOf = ({ user, transport, encrypted }: BaresipWishes, port: number): string =>
  [
    `<sip:${user}@127.0.0.1:${port};transport=${transport}>`,
    'answermode=auto',
    'audio_codecs=PCMA',
    ...(encrypted ? ['mediaenc=srtp-mand'] : []),
  ].join(';');

/** ctrl_tcp: JSON in netstrings (`12:{…},`). */
const talkOver = (control: Socket, events: string[]): Baresip['tell'] => {
  const taken: (() => void)[] = [];
  let buffered = '';
  control.setEncoding('utf8');
  control.on('error', () => {});
  control.on('data', (chunk: string) => {
    buffered += chunk;
    for (;;) {
      const [, head = '', length] = /^((\d+):)/.exec(buffered) ?? [];
      if (length === undefined || buffered.length < head.length + Number(length) + 1) return;
      const message = JSON.parse(buffered.slice(head.length, head.length + Number(length)));
      buffered = buffered.slice(head.length + Number(length) + 1);
      if (message.event) events.push(message.type);
      else taken.shift()?.();
    }
  });
  return (command, params = '') =>
    new Promise(resolve => {
      taken.push(resolve);
      const text = JSON.stringify({ command, params });
      control.write(`${text.length}:${text},`);
    });
};

const heardIn = async (folder: string) => {
  const files = (await readdir(folder)).filter(name => name.endsWith('-dec.wav')).sort();
  return Promise.all(
    files.map(async name => {
      const wave = decodeWav(await readFile(join(folder, name)));
      if (typeof wave === 'string') throw new Error(`${name}: ${wave}`);
      const samples = Float32Array.from(wave.channels[0] ?? [], sample => sample / 32_768);
      return { sampleRate: wave.sampleRate, samples };
    }),
  );
};

/** A port whose two neighbours above were free too: SIP, SIP over TLS, control. Picked apart, two may be the same. */
const portOfThree = async (): Promise<number> => {
  for (let tries = 0; tries < 50; tries++) {
    const port = await freePort();
    if ((await canListen(port + 1)) && (await canListen(port + 2))) return port;
  }
  throw new Error('no three ports side by side');
};

const canListen = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
};
