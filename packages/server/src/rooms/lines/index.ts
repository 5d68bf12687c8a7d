export { bindLines, type LinesParts } from './lines.routes.ts';
export { type DialLine, insertLine, lineToDial } from './lines.ts';
export { CLOCK_SET_BACK_MS, LINE_BURST_MS, paceLines } from './pace.store.ts';
export { type Port, portsOf } from './ports.store.ts';
