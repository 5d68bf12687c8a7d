export { bindBranding } from './branding.routes.ts';
export { type Brandings, openBrandings, type PageInfo } from './brandings.ts';
export { openHostProof } from './host-proof.ts';
