export { openGateways } from './gateways.ts';
export { type Inbound, openInbound } from './inbound.ts';
export { type LineHosts, openLineHosts } from './line-hosts.ts';
export { nameOfLine } from './line-name.policy.ts';
