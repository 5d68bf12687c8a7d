export { enqueue, enqueueOne, type Recipient } from './enqueue.ts';
export { messageIn } from './in-call.ts';
export { maySend } from './may-send.ts';
export { smsPurgeJob } from './purge.job.ts';
export { openLink, SMS_CHANNEL } from './queue.store.ts';
export {
  type ClaimedReview,
  claimReviews,
  codeOfReview,
  loseReviews,
  reviewsOf,
  settleReview,
} from './reviews.store.ts';
export { settingsOf } from './settings.store.ts';
export { bindSms } from './sms.routes.ts';
export { findTemplate, findUsable, lockTemplate, setTemplateState, usableTemplates } from './templates.store.ts';
export { templateRestored, usableTemplate } from './templates.ts';
