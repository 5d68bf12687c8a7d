import type { FoundSentence } from './orders.store.ts';

/** One sentence as both sides see it. */
export const shownSentence = (row: FoundSentence) => ({
  ...{ number: row.number, text: row.text, note: row.note, state: row.state },
  take:
    row.durationMs === null || row.peaks === null || row.handedInAt === null
      ? null
      : { durationMs: row.durationMs, peaks: [...row.peaks], at: row.handedInAt.toISOString() },
  mark: row.markNote === null ? null : { fromMs: row.markFromMs ?? 0, toMs: row.markToMs ?? 0, note: row.markNote },
});
