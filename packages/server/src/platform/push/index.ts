export { openPushSender, type PushSender, type TopicSender, tellIn } from './sender.ts';
export { openPushSocket, type PushSocket } from './socket.ts';
