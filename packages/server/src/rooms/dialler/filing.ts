import type { HouseDb } from '../../platform/db/index.ts';
import type { Log } from '../../platform/log.ts';
import { type Ending, type FiledCall, fileEnding, type WithinFiling } from './filing.store.ts';
import type { Journal } from './journal.ts';

/**
 * Brings endings to the database, or to the journal while it is away (house §4), and tells who waits for the record
 * after the commit, never before. An ending is told to nobody when the row was filed already.
 */
export interface Filing {
  /** Never rejects; when it resolves, the ending is in the database or on the disk for good. */
  readonly file: (ending: Ending) => Promise<void>;
  /** Files what the journal holds. Rejects when the database is still away. */
  readonly fileJournal: () => Promise<void>;
}

export interface FilingOptions {
  readonly db: HouseDb;
  readonly journal: Journal;
  readonly log: Log;
  /** What else an ending changes, in its transaction. */
  readonly within: readonly WithinFiling[];
  readonly onFiled: (ending: Ending, call: FiledCall) => void;
}

/** The disk failed as well: the ending is tried again, for the call must not be lost while the process lives. */
const LAST_RESORT_MS = 5_000;

/** SQLSTATE classes 22 (data), 23 (integrity), 42 (no such thing): trying again changes nothing. */
const isRefusedForGood = (error: unknown): boolean =>
  /^(?:22|23|42)[0-9A-Z]{3}$/.test(String((error as { readonly code?: unknown }).code));

export const createFiling = ({ db, journal, log, within, onFiled }: FilingOptions): Filing => {
  let mayHold = true;

  const toDatabase = async (ending: Ending): Promise<void> => {
    const call = await fileEnding(db, ending, within);
    if (call) onFiled(ending, call);
    else log.warn({ call: ending.call }, 'an ending came for a call that is filed already or has another owner');
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
      await toDatabase(ending);
    } catch (error) {
      log.warn({ err: error, call: ending.call }, 'an ending goes to the journal');
      await toJournal(ending);
    }
  };

  const fromJournal = async (ending: Ending): Promise<void> => {
    try {
      await toDatabase(ending);
    } catch (error) {
      if (!isRefusedForGood(error)) throw error;
      log.error({ err: error, call: ending.call }, 'the database refuses an ending: it is set aside in the journal');
      return journal.setAside(ending);
    }
    await journal.done(ending);
  };

  return {
    file,
    fileJournal: async () => {
      if (!mayHold) return;
      for (const ending of await journal.waiting()) await fromJournal(ending);
      mayHold = false;
    },
  };
};
