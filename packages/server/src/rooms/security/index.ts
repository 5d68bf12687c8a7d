export { dropDueFactors, dropFactorLater } from './factor-removal.ts';
export { removeFactor } from './second-factor.store.ts';
export { factorContext, openCodeCheck } from './second-factor.ts';
export { bindSecurity } from './security.routes.ts';
