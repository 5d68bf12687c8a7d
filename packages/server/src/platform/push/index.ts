export { openPushSender, type PushSender, type TopicSender } from './sender.ts';
export { openPushSocket, type PushSocket } from './socket.ts';
