export { backTestJob } from './back-test.job.ts';
export { bindGrading } from './grading.routes.ts';
