import { expect, test } from 'vitest';
import { sipPlaces } from '../supervisor/settle.ts';
import { sipListeners } from './sip-listeners.ts';

const sip = {
  bind: '192.0.2.1',
  port: 5_060,
  tcp: true,
  tlsPort: 5_061,
  wssPort: 5_443,
  webRtcPort: 5_443,
  stunPort: 3_478,
  certificate: null,
  publicIp: null,
  rtpPorts: { from: 1, to: 2 },
};

test('seats in the browser reach us by SIP where the pages are, carriers and gateways where SIP is', () => {
  const at = { host: '127.0.0.1', sip, corsOrigins: [], trustProxy: false };
  expect(sipListeners(at)).toMatchObject({
    bind: '192.0.2.1',
    listeners: {
      tcp: { host: '192.0.2.1', port: 5_060 },
      tls: { host: '192.0.2.1', port: 5_061 },
      wss: { host: '127.0.0.1', port: 5_443 },
    },
  });
  expect(sipPlaces(at), 'and there they are looked for before a move').toEqual([
    { transport: 'both', address: '192.0.2.1', port: 5_060 },
    { transport: 'tcp', address: '192.0.2.1', port: 5_061 },
    { transport: 'tcp', address: '127.0.0.1', port: 5_443 },
    { transport: 'udp', address: '127.0.0.1', port: 5_443 },
    { transport: 'udp', address: '127.0.0.1', port: 3_478 },
  ]);
  const sound = sipPlaces({ ...at, trustProxy: true }).filter(({ transport }) => transport === 'udp');
  expect(
    sound.map(({ address }) => address),
    'no proxy of pages passes sound on',
  ).toEqual(['0.0.0.0', '0.0.0.0']);
});

test('without an address it listens on this machine alone and may open to all; a set address wins', () => {
  const unset = { host: '127.0.0.1', corsOrigins: [], trustProxy: false, sip: { ...sip, bind: null } };
  expect(sipListeners(unset)).toMatchObject({
    bind: '127.0.0.1',
    opensTo: '0.0.0.0',
    listeners: { tcp: { host: '127.0.0.1', port: 5_060 }, tls: { host: '127.0.0.1' } },
  });
  expect(sipListeners({ host: '127.0.0.1', corsOrigins: [], sip }), 'there is nothing to open').not.toHaveProperty(
    'opensTo',
  );
  expect(sipPlaces(unset)[0], 'a port that is taken beyond cannot be opened later').toMatchObject({
    address: '0.0.0.0',
  });
});
