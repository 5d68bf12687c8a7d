import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type ConversationEvent, type ConversationNote, type Instant, instant, noteOfAnyRelease } from '@lianxian/core';
import { z } from 'zod';

/**
 * The transcript file beside a recording, one JSON a line, appended as things happen: an interrupted call keeps its
 * words (ARCHITECTURE.md#when-something-dies), and the call can be replayed from its events. First line: when it was
 * answered; then `{ event, at }` and `{ note }`. Instants are on the machine's monotonic clock and mean something
 * relative to the first line only.
 */
export interface TranscriptFile {
  readonly event: (event: ConversationEvent, at: Instant) => void;
  readonly note: (note: ConversationNote) => void;
  /** Resolves when all is with the operating system; a disk that fails loses lines of this file, never the call. */
  readonly close: () => Promise<void>;
}

interface Answered {
  readonly call: string;
  readonly answeredAt: Instant;
  /** Wall clock of the answer, ISO 8601. */
  readonly answeredOn: string;
}

export const createTranscriptFile = (
  file: string,
  answered: Answered,
  onFailure: (because: string) => void,
): TranscriptFile => {
  const stream = createWriteStream(file, { flags: 'a', mode: 0o600 });
  let failed = false;
  stream.on('error', error => {
    if (!failed) onFailure(error.message);
    failed = true;
  });
  const write = (line: unknown): void => {
    if (!failed) stream.write(`${JSON.stringify(line)}\n`);
  };
  write(answered);
  return {
    event: (event, at) => write({ event, at }),
    note: note => write({ note }),
    close: () =>
      new Promise(resolve => {
        if (failed || stream.closed) return resolve();
        stream.once('close', resolve);
        stream.end();
      }),
  };
};

const firstLine = z.object({ call: z.string(), answeredAt: z.number(), answeredOn: z.string() });
const noteLine = z.object({ note: z.looseObject({ type: z.string(), at: z.number() }) });

/** What an interrupted call left; a half-written last line is left out. Null when there is no such file. */
export const readTranscriptFile = async (
  file: string,
): Promise<{ readonly answered: Answered; readonly notes: readonly ConversationNote[] } | null> => {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return null;
  const [first, ...rest] = text.split('\n').flatMap(line => {
    try {
      return line === '' ? [] : [JSON.parse(line) as unknown];
    } catch {
      return [];
    }
  });
  const head = firstLine.safeParse(first);
  if (!head.success) return null;
  return {
    answered: { ...head.data, answeredAt: instant(head.data.answeredAt) },
    // Written by ourselves, by this build or an older one: the shape beyond `type` and `at` is taken on trust.
    notes: rest.flatMap(line => {
      const noted = noteLine.safeParse(line);
      return noted.success ? [noteOfAnyRelease(noted.data.note as unknown as ConversationNote)] : [];
    }),
  };
};
