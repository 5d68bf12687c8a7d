import { closeSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Five files of 10 MB a process: weeks of a quiet house, and never more than 50 MB. */
const FILE_LIMIT_BYTES = 10 * 1024 * 1024;
const FILES_KEPT = 5;

export interface LogFile {
  readonly write: (chunk: Uint8Array | string) => void;
  readonly close: () => void;
}

/**
 * A log that cannot grow without end: at its limit the file becomes `.1`, `.1` becomes `.2` …, the oldest goes.
 * Logging never stops the house: what cannot be written (a full disk) is dropped. Several processes may append to one:
 * whoever finds it moved away follows.
 */
export const openLogFile = (file: string, limitBytes = FILE_LIMIT_BYTES, kept = FILES_KEPT): LogFile => {
  mkdirSync(dirname(file), { recursive: true });
  let handle = openSync(file, 'a', 0o600);
  const reopen = (): void => {
    closeSync(handle);
    handle = openSync(file, 'a', 0o600);
  };
  /** Bytes of the file that stands there now, and that is written to. */
  const sizeNow = (): number => {
    const there = statSync(file, { throwIfNoEntry: false });
    if (there !== undefined && there.ino === fstatSync(handle).ino) return there.size;
    reopen();
    return fstatSync(handle).size;
  };
  const rotate = (): void => {
    rmSync(`${file}.${kept - 1}`, { force: true });
    for (let n = kept - 2; n >= 0; n -= 1) {
      const older = n === 0 ? file : `${file}.${n}`;
      if (statSync(older, { throwIfNoEntry: false }) !== undefined) renameSync(older, `${file}.${n + 1}`);
    }
    reopen();
  };
  return {
    write: chunk => {
      try {
        const size = sizeNow();
        if (size > 0 && size + chunk.length > limitBytes) rotate();
        if (typeof chunk === 'string') writeSync(handle, chunk);
        else writeSync(handle, chunk);
      } catch {
        // Dropped: see above.
      }
    },
    close: () => closeSync(handle),
  };
};
