import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * The live sound of a call: the growing recording, followed to its end, as bare stereo A-law (left callee, right robot,
 * 16 bytes a ms). It starts near the end of what is there; a listener that is too slow for the stream (its socket gives
 * back-pressure by not pulling) is moved forward to the live end, so it is never far behind and costs no memory.
 */
interface ListenOptions {
  /** The recording; not known before a calls process took the call, not there before the answer. */
  readonly file: () => Promise<string | null>;
  /** Is the call over? Asked when nothing new came for a while. */
  readonly isOver: () => Promise<boolean>;
  readonly signal: AbortSignal;
}

const HEADER_BYTES = 58;
const BYTES_PER_MS = 16;
/** Where a listener comes in: the recorder itself is up to 0.6 s behind the sound. */
const START_MS = 200;
/** Further behind than this, the listener is moved forward. */
const BEHIND_LIMIT_MS = 1_000;
const POLL_MS = 60;
/** The recorder flushes every 400 ms; so long without growth asks whether the call lives. */
const QUIET_MS = 1_200;
const CHUNK_BYTES = 32_768;
/** No call is longer; a stream that was forgotten ends. */
const LONGEST_MS = 4 * 3_600_000;

const frame = (bytes: number): number => bytes - (bytes % 2);
/** A place shortly before the end of a file of `size` bytes, on a sample of both sides. */
const nearEnd = (size: number): number =>
  HEADER_BYTES + frame(Math.max(0, size - HEADER_BYTES - START_MS * BYTES_PER_MS));

async function* follow(handle: FileHandle, options: ListenOptions, until: number): AsyncGenerator<Uint8Array> {
  const size = async (): Promise<number> => (await handle.stat()).size;
  let at = nearEnd(await size());
  let quietSince = performance.now();
  let over = false;
  while (!options.signal.aborted && performance.now() < until) {
    const end = await size();
    if (end - at > BEHIND_LIMIT_MS * BYTES_PER_MS) at = nearEnd(end);
    const wanted = Math.min(CHUNK_BYTES, frame(end - at));
    if (wanted > 0) {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(wanted), 0, wanted, at);
      at += bytesRead;
      quietSince = performance.now();
      yield buffer.subarray(0, bytesRead);
      continue;
    }
    // What was written between the last look and the end of the call has been read by now.
    if (over) return;
    if (performance.now() - quietSince >= QUIET_MS) {
      over = await options.isOver();
      quietSince = performance.now();
      continue;
    }
    await pause(POLL_MS, undefined, { signal: options.signal });
  }
}

const waitForFile = async (options: ListenOptions, until: number): Promise<FileHandle | null> => {
  let asked = performance.now();
  let file: string | null = null;
  while (!options.signal.aborted && performance.now() < until) {
    file ??= await options.file();
    const handle = file === null ? null : await open(file, 'r').catch(() => null);
    if (handle) return handle;
    if (performance.now() - asked >= QUIET_MS) {
      if (await options.isOver()) return null;
      asked = performance.now();
    }
    await pause(POLL_MS, undefined, { signal: options.signal });
  }
  return null;
};

/** The sound as it comes; ends with the call, when aborted, or after four hours. */
export async function* liveSound(options: ListenOptions): AsyncGenerator<Uint8Array> {
  const until = performance.now() + LONGEST_MS;
  let handle: FileHandle | null = null;
  try {
    handle = await waitForFile(options, until);
    if (handle) yield* follow(handle, options, until);
  } catch (error) {
    if (!options.signal.aborted) throw error;
  } finally {
    await handle?.close();
  }
}
