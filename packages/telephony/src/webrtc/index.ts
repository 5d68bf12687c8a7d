/** The native half: whoever imports this loads libdatachannel, and may be ended by it. */
export { createWebRtcGate, type WebRtcGate } from './gate.ts';
export { openStun } from './stun.ts';
