export { bindResearch } from './research.routes.ts';
export { guideOf } from './research.store.ts';
