import { expect, test } from 'vitest';
import { openLog } from '../../platform/log.ts';
import { ofCall } from './of-call.ts';

const log = openLog('silent', 'test');

test('a service that cannot be had costs a call that service, not the call', async () => {
  const failing = () => Promise.reject(new Error('its recording is gone'));
  expect(await ofCall(log, 'the voice of a merchant', failing)).toBeNull();
  expect(await ofCall(log, 'the voice of a merchant', async () => 'voice')).toBe('voice');
  expect(await ofCall(log, 'the voice of a merchant', async () => null)).toBeNull();
});
