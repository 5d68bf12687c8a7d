export { bindSmsDesk } from './desk.routes.ts';
export { EXPORT_MESSAGES, messageSheetWork } from './export.batch.ts';
export { SEND_MANY, sendManyWork } from './many.ts';
export { replyWaits } from './waiting.store.ts';
