export type { Carrier, CarrierNews, Handed, OpenCarrier, Outgoing, Reply, Report } from './carrier.ts';
export { noteDecided } from './decided.store.ts';
export { bindSmsDoors, type ReadNews } from './doors.routes.ts';
export { openSender } from './sender.ts';
export { noteEnded } from './settle.ts';
