export { peopleSeen } from './names.store.ts';
export { type Asked, askedBy, rowsFrom, sumOf } from './read.ts';
export type { StatNarrowing } from './rows.store.ts';
export { EXPORT_STATS, statSheetWork } from './sheet.batch.ts';
export { rowName, statCells } from './sheet.view.ts';
export { statWords } from './sheet.words.ts';
export type { Span } from './span.store.ts';
export { bindStats } from './stats.routes.ts';
