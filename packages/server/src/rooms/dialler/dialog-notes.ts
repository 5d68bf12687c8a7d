import { closeSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/**
 * What a CANCEL or a BYE needs, on this node's disk before the process does anything else: the database keeps it too, some
 * milliseconds later, and a process killed in between would leave a telephone ringing, or off the hook, that nobody knows
 * of. Written at once and without waiting for the disk: it has to outlive the process, not the machine.
 */
export interface DialogNotes {
  /** The last one of a call counts. */
  readonly keep: (call: string, dialog: unknown) => void;
  /** What an earlier life of this node noted of a call; undefined: nothing. */
  readonly of: (call: string) => unknown;
  /** The same of those who took part in it. */
  readonly ofParties: (call: string) => readonly unknown[];
  readonly close: () => void;
}

/** Under what the dialog of somebody who takes part is kept. */
export const partyKey = (call: string, party: string): string => `${call}/${party}`;

/** Of so many at least the newest are there: minutes of dialling, where the database is milliseconds behind. */
const MOST_LINES = 5_000;

const lineSchema = z.object({ call: z.string(), dialog: z.unknown() });

const linesOf = (file: string): readonly string[] => {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
};

/** The last line of a killed process may be cut. */
const parsed = (line: string): z.infer<typeof lineSchema> | null => {
  try {
    return lineSchema.parse(JSON.parse(line));
  } catch {
    return null;
  }
};

/** `onFailed`: it could not be written; the call goes on. */
export const openDialogNotes = (folder: string, onFailed: (error: unknown) => void): DialogNotes => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const [now, before] = [join(folder, 'now.jsonl'), join(folder, 'before.jsonl')];
  const left = [...linesOf(before), ...linesOf(now)].slice(-MOST_LINES);
  const earlier = new Map(left.flatMap(line => parsed(line) ?? []).map(({ call, dialog }) => [call, dialog]));
  // Kept until others fill a file, and whole at every moment: this life may end before it has hung up what the last one left.
  const part = `${before}.part`;
  writeFileSync(part, left.map(line => `${line}\n`).join(''), { mode: 0o600 });
  renameSync(part, before);
  let file: number | null = openSync(now, 'w', 0o600);
  let lines = 0;

  /** What fails leaves the file that is open: a number that was closed may be another file's by then. */
  const turn = (old: number): void => {
    lines = 0;
    renameSync(now, before);
    file = openSync(now, 'w', 0o600);
    closeSync(old);
  };

  return {
    keep: (call, dialog) => {
      try {
        if (file === null) throw new Error('it is closed');
        writeSync(file, `${JSON.stringify({ call, dialog })}\n`);
        lines += 1;
        if (lines >= MOST_LINES) turn(file);
      } catch (error) {
        onFailed(error);
      }
    },
    of: call => earlier.get(call),
    ofParties: call => [...earlier].flatMap(([key, dialog]) => (key.startsWith(partyKey(call, '')) ? [dialog] : [])),
    close: () => {
      if (file !== null) closeSync(file);
      file = null;
    },
  };
};
