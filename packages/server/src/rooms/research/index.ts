export { bindResearch } from './research.routes.ts';
