export { bindDoctor } from './doctor.routes.ts';
export { type Doctor, openDoctor } from './doctor.ts';
export type { Registered } from './probes.ts';
