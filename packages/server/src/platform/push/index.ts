export { openPushSender, type PushSender, type TopicSender } from './sender.ts';
export { openPushSocket, type PushParts, type PushSocket } from './socket.ts';
export type { TopicProvider } from './topics.ts';
