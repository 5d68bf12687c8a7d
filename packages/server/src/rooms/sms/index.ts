export { enqueue, enqueueOne, type Recipient } from './enqueue.ts';
export { messageIn } from './in-call.ts';
export { maySend } from './may-send.ts';
export { SMS_CHANNEL } from './queue.store.ts';
export { settingsOf } from './settings.store.ts';
export { bindSms } from './sms.routes.ts';
export { findUsable, type UsableTemplate, usableTemplates } from './templates.store.ts';
