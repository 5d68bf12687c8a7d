export { openPushSender, type PushSender } from './sender.ts';
export { openPushSocket, type PushSocket } from './socket.ts';
export type { TopicProvider } from './topics.ts';
