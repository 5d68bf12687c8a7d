export { bindExperiments } from './experiments.routes.ts';
