export type { Carrier, CarrierNews, Handed, OpenCarrier, Outgoing } from './carrier.ts';
export { bindSmsDoors, type ReadNews } from './doors.routes.ts';
export { openSender } from './sender.ts';
export { noteEnded } from './settle.ts';
