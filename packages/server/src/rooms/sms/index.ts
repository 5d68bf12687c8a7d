export { enqueue, enqueueOne, type Recipient } from './enqueue.ts';
export { messageIn } from './in-call.ts';
export { maySend } from './may-send.ts';
export { smsPurgeJob } from './purge.job.ts';
export { SMS_CHANNEL } from './queue.store.ts';
export { settingsOf } from './settings.store.ts';
export { bindSms } from './sms.routes.ts';
export { findUsable, usableTemplates } from './templates.store.ts';
export { usableTemplate } from './templates.ts';
