export { bindLines } from './lines.routes.ts';
export { insertLine } from './lines.store.ts';
export { type DialLine, lineToDial } from './lines.ts';
