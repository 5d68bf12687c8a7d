export { type LineCare, type LineCareParts, openLineCare } from './line-care.ts';
export type { LineReach } from './reach.ts';
