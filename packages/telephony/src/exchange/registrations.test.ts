import { instant } from '@lianxian/core/kit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AgentAction } from '../sip/user-agent/context.ts';
import type { Driver } from './driver.ts';
import type { Network } from './network.ts';
import { createRegistrations } from './registrations.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

type Registered = Extract<AgentAction, { type: 'registered' }>;
const granted: Registered['outcome'] = {
  type: 'answered',
  status: 200,
  grantedS: 60,
  minExpiresS: null,
  retryAfterS: null,
  isWeakened: false,
  roundTripMs: 1,
  seenAs: null,
};
const registrar = { host: '192.0.2.1', port: 5060 };

/** The exchange around it: a registrar that grants a minute, and a clock by which timers fire a part of a millisecond early. */
const around = () => {
  const began = Date.now();
  let asked = 0;
  const now = () => instant((Date.now() - began) * (1 - 1e-5));
  const net = {
    servers: async () => ({ servers: [{ destination: registrar, flow: 'main' }], none: 'unresolved' as const }),
    ends: async () => ({ flow: 'main', local: { signalling: registrar, media: registrar } }),
    send: () => undefined,
  } as unknown as Network;
  const driver: Driver = {
    now,
    run: () => {
      asked++;
      queueMicrotask(() => registrations.onRegistered({ type: 'registered', token: 'token', outcome: granted }));
    },
    stop: () => undefined,
  };
  const registrations = createRegistrations({ net, driver, random: () => 'token', chance: () => 0 });
  return { registrations, asked: () => asked };
};

test('a registration is refreshed hour after hour though the timer fires before the clock is there', async () => {
  const { registrations, asked } = around();
  registrations.register(
    {
      id: '1',
      trunk: { target: registrar, loopback: false, realTimeText: false },
      username: 'a',
      password: 'b',
      expiresS: 60,
    },
    () => undefined,
  );
  await vi.advanceTimersByTimeAsync(3_600_000);
  // Granted a minute and refreshed after 42 s of each: eighty-five times an hour.
  expect(asked()).toBeGreaterThan(80);
});
