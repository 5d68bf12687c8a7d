export { bindLines, type LinesParts } from './lines.routes.ts';
export { type DialLine, insertLine, lineToDial } from './lines.ts';
export { type Port, portsOf } from './ports.store.ts';
