import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';

/** rtpengine, as its own program, spoken to by its `ng` protocol (bencode over UDP): a DTLS-SRTP end for an RTP end. */
type Bencoded = string | number | readonly Bencoded[] | { readonly [key: string]: Bencoded };

const encode = (value: Bencoded): string => {
  if (typeof value === 'string') return `${Buffer.byteLength(value)}:${value}`;
  if (typeof value === 'number') return `i${value}e`;
  if (Array.isArray(value)) return `l${value.map(encode).join('')}e`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `d${entries.map(([key, each]) => encode(key) + encode(each)).join('')}e`;
};

/** The text that an answer has under a key; bencode as far as this bench meets it. */
const textOf = (answer: string, key: string): string | null => {
  const found = new RegExp(`${key.length}:${key}(\\d+):`).exec(answer);
  if (found === null) return null;
  const from = found.index + found[0].length;
  return answer.slice(from, from + Number(found[1]));
};

interface Rtpengine {
  readonly pid: number;
  /** The SDP that the other side is given. */
  readonly ask: (command: 'offer' | 'answer', wants: Readonly<Record<string, Bencoded>>) => Promise<string>;
  readonly close: () => void;
}

const NG_PORT = 22_223;
const ASK_LIMIT_MS = 5_000;

/** `program`: its path; null when it does not start. */
export const startRtpengine = async (program: string): Promise<Rtpengine | null> => {
  const range = ['--port-min=31000', '--port-max=39000', '--table=-1', '--foreground', '--log-stderr', '--log-level=3'];
  const child: ChildProcess = spawn(program, ['--interface=127.0.0.1', `--listen-ng=127.0.0.1:${NG_PORT}`, ...range], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // A bench that throws leaves nothing behind.
  process.once('exit', () => child.kill('SIGKILL'));
  const failed = new Promise<true>(settle => child.once('error', () => settle(true)).once('exit', () => settle(true)));
  const isUp = await Promise.race([
    failed.then(() => false),
    new Promise<true>(settle => setTimeout(settle, 1_500, true)),
  ]);
  if (!isUp || child.pid === undefined) return null;
  const socket = createSocket('udp4');
  const waiting = new Map<string, (answer: string) => void>();
  let serial = 0;
  socket.on('message', bytes => {
    const text = bytes.toString();
    const space = text.indexOf(' ');
    waiting.get(text.slice(0, space))?.(text.slice(space + 1));
  });
  return {
    pid: child.pid,
    ask: async (command, wants) => {
      const cookie = `c${serial++}`;
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const limit = setTimeout(() => reject(new Error(`rtpengine did not answer ${command}`)), ASK_LIMIT_MS);
      waiting.set(cookie, resolve);
      socket.send(`${cookie} ${encode({ command, ...wants })}`, NG_PORT, '127.0.0.1');
      const answer = await promise.finally(() => clearTimeout(limit));
      const sdp = textOf(answer, 'sdp');
      if (sdp === null) throw new Error(`rtpengine: ${answer.slice(0, 200)}`);
      return sdp;
    },
    close: () => {
      socket.close();
      child.kill('SIGKILL');
    },
  };
};
