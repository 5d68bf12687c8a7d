import type { TopicMessage } from '@lianxian/contract';
import { expect, test } from 'vitest';
import type { Session } from '../http/index.ts';
import { type Hub, hear } from './hub.ts';

const session: Session = {
  id: 's',
  merchantId: '1',
  employeeId: '1',
  roleCode: 'company',
  level: 'merchant',
  scope: 'all',
  departmentPath: '',
  rights: new Set(),
  buttons: new Set(),
  expiresAt: new Date(0),
  mustChangePassword: false,
};

test('a page watches fifty topics at most, however fast it asks', async () => {
  const said: TopicMessage[] = [];
  const connection = {
    session,
    topics: new Set<string>(),
    send: (message: unknown) => void said.push(message as TopicMessage),
    close: () => undefined,
    beat: () => undefined,
  };
  const hub: Hub = {
    providers: [{ prefix: 'call:', mayWatch: async () => true }],
    connections: new Map([[connection, { token: '', locale: 'zh-CN', messages: 0 }]]),
  };
  const asked = Array.from({ length: 60 }, (_, n) => JSON.stringify({ type: 'subscribe', topic: `call:${n + 1}` }));
  await Promise.all(asked.map(text => hear(hub, connection, text)));
  expect(connection.topics.size).toBe(50);
  expect(said.map(({ type }) => type)).toEqual(Array.from({ length: 10 }, () => 'refused'));
});
