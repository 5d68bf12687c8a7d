export { readGuide } from './portable.ts';
export { bindResearch } from './research.routes.ts';
export { guideOf, insertGuide, planOfQuestion } from './research.store.ts';
