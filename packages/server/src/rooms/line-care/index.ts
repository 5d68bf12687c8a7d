export { isLineBeyond } from './first-line.store.ts';
export { type FirstLine, watchFirstLine } from './first-line.ts';
export { type LineCare, type LineCareParts, openLineCare } from './line-care.ts';
export type { LineReach } from './reach.ts';
