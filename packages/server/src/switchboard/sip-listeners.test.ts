import { expect, test } from 'vitest';
import { sipPlaces } from '../supervisor/settle.ts';
import { sipListeners } from './sip-listeners.ts';

test('seats in the browser reach us by SIP where the pages are, carriers and gateways where SIP is', () => {
  const sip = {
    bind: '192.0.2.1',
    port: 5_060,
    tcp: true,
    tlsPort: 5_061,
    wssPort: 5_443,
    certificate: null,
    publicIp: null,
    rtpPorts: { from: 1, to: 2 },
  };
  const at = { host: '127.0.0.1', sip };
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
  ]);
});
