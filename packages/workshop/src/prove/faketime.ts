import { existsSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A clock of its own for a program that is not ours, by libfaketime (`apt-get install libfaketime`): what the program takes for
 * now is so far from the true time. What it measures from moment to moment (CLOCK_MONOTONIC) stays true.
 */
interface MovedClock {
  /** For the program's environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** From its next look at the clock on. */
  readonly moveTo: (offsetMs: number) => Promise<void>;
}

const places = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(system => `/usr/lib/${system}/faketime/libfaketime.so.1`);

/** In a folder that the program may read; null where the library is not there. */
export const openMovedClock = async (folder: string): Promise<MovedClock | null> => {
  const library = places.find(path => existsSync(path));
  if (library === undefined) return null;
  const file = join(folder, 'clock');
  const moveTo = async (offsetMs: number): Promise<void> => {
    // Another file in its place: nobody reads half of it.
    await writeFile(`${file}.next`, `${offsetMs < 0 ? '-' : '+'}${Math.abs(offsetMs / 1_000).toFixed(3)}\n`, {
      mode: 0o644,
    });
    await rename(`${file}.next`, file);
  };
  await moveTo(0);
  return {
    environment: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    moveTo,
  };
};
