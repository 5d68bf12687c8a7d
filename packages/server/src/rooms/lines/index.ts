export { STAYS_HERE } from './address.policy.ts';
export {
  type DialLine,
  type LineKey,
  linesToDial,
  lineToDial,
  numberToDial,
  type OurPort,
  rememberQop,
  saysOfShut,
  sealContext,
} from './dial-line.ts';
export { healthNow, isDead, lineCarried, lineRefused } from './faults.store.ts';
export { LINES_CHANNEL, type LinesParts } from './line-changes.ts';
export { addressesOfLine } from './line-hosts.ts';
export { bindLines } from './lines.routes.ts';
export { abroadOf, liveOnRoot } from './lines.store.ts';
export { insertLine } from './lines.ts';
export { healthOf } from './lines.view.ts';
export { CLOCK_SET_BACK_MS, LINE_BURST_MS, paceLines, pacingLines } from './pace.store.ts';
export { portsOf } from './ports.store.ts';
export { credentialsOf, type TrunkParts, trunkOf, wayOver } from './trunk.ts';
