export type { OpenReviewer, Reviewed, Reviewer, Submitted } from './reviewer.ts';
export { openReviews } from './reviews.ts';
