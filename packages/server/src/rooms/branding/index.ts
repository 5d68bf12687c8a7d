export { bindBranding } from './branding.routes.ts';
export { type Brandings, openBrandings } from './brandings.ts';
export { openHostProof } from './host-proof.ts';
