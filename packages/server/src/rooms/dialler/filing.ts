import type { UnscopedDb } from '../../platform/db/index.ts';
import type { Log } from '../../platform/log.ts';
import { answers, type Ending, type FiledCall, fileEnding, type WithinFiling } from './filing.store.ts';
import type { Journal } from './journal.ts';

/**
 * Brings endings to the database, or to the journal while it is away (ARCHITECTURE.md#when-something-dies), and tells who
 * waits for the record after the commit, never before. An ending is told to nobody when the row was filed already. What
 * the database refuses for its words is filed without them; what it refuses all the same is set aside and holds up no
 * other one.
 */
export interface Filing {
  /** Never rejects; when it resolves, the ending is in the database or on the disk for good. */
  readonly file: (ending: Ending) => Promise<void>;
  /** Files what the journal holds. Rejects when the database is still away. */
  readonly fileJournal: () => Promise<void>;
}

export interface FilingOptions {
  readonly db: UnscopedDb;
  readonly journal: Journal;
  readonly log: Log;
  /** What else an ending changes, in its transaction. */
  readonly within: readonly WithinFiling[];
  /** An ending was set aside for a person to look at: the call stays open until somebody does. */
  readonly onSetAside?: () => void;
  readonly onFiled: (ending: Ending, call: FiledCall) => void;
  readonly databaseLimitMs?: number;
}

/**
 * A database that says nothing must not hold an ending: it is on the disk within 10 s of its call's end. Should the
 * database have taken it after all, the journal's copy finds it filed.
 */
export const DATABASE_LIMIT_MS = 8_000;
/** A database that answers and yet fails one ending so often, looks apart, will not take it. */
const MOST_TRIES = 5;

/** The disk failed as well: the ending is tried again, for the call must not be lost while the process lives. */
const LAST_RESORT_MS = 5_000;

/** SQLSTATE classes 22 (data), 23 (integrity), 42 (no such thing): trying again changes nothing. */
const isRefusedForGood = (error: unknown): boolean =>
  /^(?:22|23|42)[0-9A-Z]{3}$/.test(String((error as { readonly code?: unknown }).code));

export const createFiling = (options: FilingOptions): Filing => {
  const { db, journal, log, within, onFiled, databaseLimitMs = DATABASE_LIMIT_MS } = options;
  let mayHold = true;
  /** Of endings in the journal that failed while the database answered. */
  const tries = new Map<string, number>();

  const fileOnce = async (ending: Ending): Promise<void> => {
    const call = await fileEnding(db, ending, within);
    if (call) onFiled(ending, call);
    else log.warn({ call: ending.call }, 'an ending came for a call that is filed already or has another owner');
  };

  const toDatabase = async (told: Ending): Promise<void> => {
    const ending = readable(told);
    try {
      await fileOnce(ending);
    } catch (error) {
      if (!isRefusedForGood(error)) throw error;
      log.error({ err: error, call: ending.call }, 'the database refuses an ending: it is filed without its words');
      await fileOnce(withoutWords(ending));
    }
  };

  const toJournal = async (ending: Ending): Promise<void> => {
    try {
      await journal.keep(ending);
      mayHold = true;
    } catch (error) {
      log.error({ err: error, call: ending.call }, 'neither database nor disk takes an ending');
      setTimeout(() => void file(ending), LAST_RESORT_MS);
    }
  };

  const file = async (ending: Ending): Promise<void> => {
    try {
      await inTime(toDatabase(ending), databaseLimitMs);
    } catch (error) {
      log.warn({ err: error, call: ending.call }, 'an ending goes to the journal');
      await toJournal(ending);
    }
  };

  /** True when it is out of the way. */
  const fromJournal = async (ending: Ending): Promise<boolean> => {
    const { call } = ending;
    try {
      await toDatabase(ending);
    } catch (error) {
      if (!(isRefusedForGood(error) || (await answers(db)))) throw error;
      const failed = (tries.get(call) ?? 0) + 1;
      tries.set(call, failed);
      if (!isRefusedForGood(error) && failed < MOST_TRIES) return false;
      log.error({ err: error, call }, 'the database refuses an ending: it is set aside in the journal');
      tries.delete(call);
      await journal.setAside(ending);
      options.onSetAside?.();
      return true;
    }
    tries.delete(call);
    await journal.done(ending);
    return true;
  };

  return {
    file,
    fileJournal: async () => {
      if (!mayHold) return;
      let isEmpty = true;
      for (const ending of await journal.waiting()) isEmpty = (await fromJournal(ending)) && isEmpty;
      mayHold = !isEmpty;
    },
  };
};

const inTime = async (work: Promise<void>, limitMs: number): Promise<void> => {
  let limit: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    limit = setTimeout(() => reject(new Error(`the database did not take it within ${limitMs} ms`)), limitMs);
  });
  // It may still come to something, later: nobody waits for that.
  work.catch(() => undefined);
  await Promise.race([work, late]).finally(() => clearTimeout(limit));
};

/** Text as PostgreSQL takes it: no NUL, no half of a surrogate pair. What a callee types or a carrier writes may hold both. */
const readable = <T>(value: T): T => {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '') as T;
  if (Array.isArray(value)) return value.map(readable) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [readable(key), readable(part)])) as T;
};

/** Who was called, when, how long and how it came out; no word of it. */
const withoutWords = (ending: Ending): Ending => ({
  ...ending,
  sipReason: '',
  transcript: null,
  facts: null,
  stand: null,
  ladder: null,
  tags: [],
  levelRule: null,
  lastNode: null,
});
