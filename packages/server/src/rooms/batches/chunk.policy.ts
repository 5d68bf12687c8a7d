/** Lines of which nothing is known yet: each may be a talk of an hour. */
export const FIRST_CHUNK = 100;
const MOST_LINES = 1_000;
/** What a line was made of may be a dozen times as long as what it shows: some megabytes a chunk. */
const CHUNK_CHARS = 500_000;

/**
 * How many lines are read at once after such ones: those that follow one another are much alike, though calls that nobody
 * answered say little of the talks behind them.
 */
export const chunkAfter = (lines: number, chars: number): number => {
  const fitting = Math.floor((CHUNK_CHARS * lines) / Math.max(chars, 1));
  return Math.max(Math.min(fitting, 2 * lines, MOST_LINES), FIRST_CHUNK);
};
