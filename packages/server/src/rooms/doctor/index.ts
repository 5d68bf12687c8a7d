export { bindDoctor } from './doctor.routes.ts';
export { openDoctor } from './doctor.ts';
