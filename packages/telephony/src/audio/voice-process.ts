import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { fallBack } from '../process/go-ahead.ts';

/**
 * The voice program as a child: requests out as JSON lines, answers in as a JSON line and raw samples, in order.
 *
 *   absent ──ask──▶ running ──dies, breaks the protocol, or is stopped──▶ absent (everything asked is answered null)
 */
export interface VoiceRequest {
  readonly text: string;
  readonly speaker: number;
  readonly speed: number;
  readonly pitch: number;
}

interface VoiceSound {
  readonly sampleRate: number;
  readonly samples: Int16Array;
}

export interface VoiceProcess {
  /** Null: the program died, or refused. */
  readonly ask: (request: VoiceRequest) => Promise<VoiceSound | null>;
  readonly stop: () => void;
  /** False once it has died or been stopped; a new one must be started then. */
  readonly lives: () => boolean;
  readonly gone: Promise<void>;
}

/** Five minutes of speech at 22,050 Hz; an answer that claims more is not one of ours. */
const MAX_ANSWER_BYTES = 5 * 60 * 22_050 * 2;
const MAX_HEADER_BYTES = 4_096;

type Child = ChildProcessByStdio<Writable, Readable, null>;

export const startVoiceProcess = (command: readonly string[]): VoiceProcess => {
  const [program, ...parameters] = command;
  if (program === undefined) throw new TypeError('the voice needs a command');
  // Its own words on stderr are for whoever watches the process tree; the log has its exit.
  const child: Child = spawn(program, parameters, { stdio: ['pipe', 'pipe', 'ignore'] });
  if (child.pid !== undefined) fallBack(child.pid);
  const asked = new Map<number, (sound: VoiceSound | null) => void>();
  let nextId = 1;
  let alive = true;

  const end = (): void => {
    if (!alive) return;
    alive = false;
    child.kill('SIGKILL');
    for (const answer of asked.values()) answer(null);
    asked.clear();
  };

  const read = createAnswerReader((id, sound) => {
    asked.get(id)?.(sound);
    asked.delete(id);
  }, end);
  const gone = new Promise<void>(done => {
    child.once('close', () => done());
    child.once('error', () => done());
  });
  child.stdout.on('data', read);
  child.once('close', end);
  child.once('error', end);
  // A pipe that breaks is the child's death, told by `close`.
  child.stdin.on('error', end);

  return {
    ask: request =>
      new Promise(answer => {
        if (!alive) {
          answer(null);
          return;
        }
        const id = nextId;
        nextId += 1;
        asked.set(id, answer);
        child.stdin.write(`${JSON.stringify({ id, ...request })}\n`);
      }),
    stop: end,
    lives: () => alive,
    gone,
  };
};

type Header = { readonly id?: unknown; readonly sampleRate?: unknown; readonly bytes?: unknown };

const parseHeader = (line: string): Header | null => {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
};

/** Cuts the stream into headers and their bytes; what is neither breaks the protocol. */
const createAnswerReader = (
  answered: (id: number, sound: VoiceSound | null) => void,
  broken: () => void,
): ((piece: Buffer) => void) => {
  let buffer: Buffer = Buffer.alloc(0);
  let header: { id: unknown; sampleRate: number; bytes: number } | null = null;

  const readHeader = (): boolean => {
    const end = buffer.indexOf(0x0a);
    if (end < 0) {
      if (buffer.length > MAX_HEADER_BYTES) broken();
      return false;
    }
    const found = parseHeader(buffer.toString('utf8', 0, end));
    buffer = buffer.subarray(end + 1);
    const { id, sampleRate = 0, bytes } = found ?? {};
    if (typeof bytes !== 'number' || typeof sampleRate !== 'number' || !(bytes >= 0 && bytes <= MAX_ANSWER_BYTES)) {
      broken();
      return false;
    }
    header = { id, sampleRate, bytes };
    return true;
  };

  return piece => {
    buffer = buffer.length === 0 ? piece : Buffer.concat([buffer, piece]);
    while (header || readHeader()) {
      const { id, sampleRate, bytes } = header!;
      if (buffer.length < bytes) return;
      // A copy, because samples need an even offset.
      const samples = new Int16Array(Uint8Array.from(buffer.subarray(0, bytes - (bytes % 2))).buffer);
      buffer = buffer.subarray(bytes);
      header = null;
      if (typeof id === 'number') answered(id, sampleRate > 0 ? { sampleRate, samples } : null);
    }
  };
};
