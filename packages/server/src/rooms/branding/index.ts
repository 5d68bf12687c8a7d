export { bindBranding } from './branding.routes.ts';
export { type Brandings, openBrandings, titleOfMerchant } from './brandings.ts';
export { openHostProof } from './host-proof.ts';
