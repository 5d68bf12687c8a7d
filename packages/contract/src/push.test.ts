import { expect, test } from 'vitest';
import { socketMessage } from './push.ts';

test.each([
  [{ type: 1, msg: '周六维护', seq: 4 }],
  [{ type: 4, phone: '13812342217', id: '9' }],
  [{ type: 7, num: 460 }],
  [{ type: 'ready', seq: 4 }],
  [{ type: 'messagesRead', unread: 2 }],
  [{ type: 'taskChanged', topic: 'tasks', id: '3' }],
  [{ type: 'call', topic: 'call:3', event: { seq: 1, atMs: 20, kind: 'state', state: 'ringing' } }],
  [{ type: 'pong' }],
])('what comes over the socket is read by its type: %j', message => {
  expect(socketMessage.parse(message)).toEqual(message);
});

test.each([
  [{ type: 8, msg: 'x' }],
  [{ type: 'unheardOf' }],
  [{ type: 'taskChanged', id: '3' }],
  [{ msg: 'x' }],
  [null],
])('what no page knows is not read: %j', message => {
  expect(socketMessage.safeParse(message).success).toBe(false);
});
