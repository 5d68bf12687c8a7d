export { bindResearch } from './research.routes.ts';
export { guideOf, planOfQuestion } from './research.store.ts';
