import { asDialled } from '@lianxian/core';
import { expect, test } from 'vitest';
import type { DialLine } from './dial-line.ts';
import { type TrunkParts, trunkOf, wayOver } from './trunk.ts';

const line: DialLine = {
  ...{ merchantId: '7', id: '40', name: '线路', practice: false, enabled: true, access: 'address' },
  address: { host: 'sip.example.com', port: 5070 },
  ...{ transport: 'tls', tlsCheck: 'any', srtp: true, behindNat: true, domain: 'pbx.example', credentials: null },
  ...{
    hadQop: false,
    codecs: ['PCMU', 'PCMA'],
    keysBy: 'info',
    abroad: 'none',
    rewriting: asDialled,
    greetingDelayMs: 500,
  },
  callsPerSecond: 5,
};
const practice: DialLine = { ...line, practice: true, address: null };
const gateway: DialLine = { ...line, access: 'gateway', address: null };
const parts: TrunkParts = { practicePort: 5090, bindingOf: () => undefined, onQop: () => undefined };

/** As the line is set, whatever leads to it. */
const asSet = {
  ...{ transport: 'tls', tlsCheck: 'any', srtp: true, behindNat: true, domain: 'pbx.example' },
  ...{ codecs: ['PCMU', 'PCMA'], keys: 'info', loopback: false, realTimeText: false },
};

test('an ordinary line is called at its address, as it is set, without credentials where it has none', () => {
  expect(trunkOf(parts, line)).toEqual({ ...asSet, target: { host: 'sip.example.com', port: 5070 } });
});

test('the practice line leads to the practice carrier on this machine, with real-time text, whatever else its row says', () => {
  expect(trunkOf(parts, practice)).toEqual({
    target: { host: '127.0.0.1', port: 5090 },
    loopback: true,
    realTimeText: true,
  });
  expect(trunkOf({ ...parts, practicePort: null }, practice)).toBeNull();
});

test('a gateway is called where it is registered, over the flow it came by; unregistered nowhere', () => {
  const source = { host: '192.0.2.9', port: 40_000 };
  const binding = { contact: 'sip:gw@10.0.0.2', flow: 'conn:tls:ab', source };
  expect(trunkOf({ ...parts, bindingOf: () => binding }, gateway)).toEqual({ ...asSet, target: source, binding });
  expect(trunkOf(parts, gateway)).toBeNull();
});

test('credentials remember whether the line ever asked with a qop, and tell of the first time', () => {
  const told: string[] = [];
  const known = { ...line, credentials: { username: 'u', password: 'p' }, hadQop: true };
  const trunk = trunkOf({ ...parts, onQop: ({ id }) => told.push(id) }, known);
  expect(trunk?.credentials).toMatchObject({ username: 'u', password: 'p', memory: { hadQop: true } });
  trunk?.credentials?.memory?.onQop();
  expect(told).toEqual(['40']);
});

const caller = { merchantId: '7', lineId: '40', practice: false };
test.each([
  ['a line that was removed', null, '138', 'lineRemoved'],
  ['a line that became a practice line', practice, '138', 'lineGone'],
  ['a line that is switched off', { ...line, enabled: false }, '138', 'lineOff'],
  ['a number that the line would make one that is never dialled', line, null, 'numberForbidden'],
  ['a gateway that is not registered', gateway, '138', 'notRegistered'],
  ['a line without an address', { ...line, address: null }, '138', 'lineGone'],
])('nothing is dialled over %s', async (_what, row, written, because) => {
  const way = wayOver({
    lineOf: async () => row,
    numberOf: async () => written,
    trunkOf: wanted => trunkOf(parts, wanted),
  });
  expect(await way(caller, '13800138000')).toMatchObject({ verdict: { because } });
});

test('a number leaves as the line writes it', async () => {
  const way = wayOver({
    lineOf: async () => line,
    numberOf: async (_, phone) => `9${phone}`,
    trunkOf: wanted => trunkOf(parts, wanted),
  });
  expect(await way(caller, '13800138000')).toMatchObject({ line: { id: '40' }, phone: '913800138000' });
});
