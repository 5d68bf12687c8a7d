export { type BackTestParts, backTestJob } from './back-test.job.ts';
export { bindGrading, type GradingParts } from './grading.routes.ts';
