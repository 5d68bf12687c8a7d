export type { OpenReviewer, Reviewed, Submitted } from './reviewer.ts';
export { openReviews } from './reviews.ts';
