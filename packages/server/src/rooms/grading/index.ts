export { backTestJob } from './back-test.job.ts';
export { correctLevel } from './corrections.ts';
export { bindGrading } from './grading.routes.ts';
