export { bindDoctor } from './doctor.routes.ts';
export { type Doctor, openDoctor } from './doctor.ts';
export type { LineLook, Probed, Registered, Resolved, SeenCertificate, SeenPorts } from './look.ts';
