import { expect, test } from 'vitest';
import { isTooPlain } from './plain.policy.ts';

test.each<[transport: 'udp' | 'tcp' | 'tls', srtp: boolean, isSecret: boolean, isEncrypted: boolean, refused: boolean]>(
  [
    ['udp', false, false, false, false],
    ['tcp', false, true, true, false],
    ['tls', false, false, false, true],
    ['tls', false, true, false, false],
    ['tls', true, true, false, true],
    ['tls', true, true, true, false],
    ['udp', true, false, false, true],
  ],
)(
  'a line over %s that encrypts: %s; a call by TLS: %s with keys: %s; refused: %s',
  (transport, srtp, isSecret, isEncrypted, refused) => {
    expect(isTooPlain({ transport, srtp }, { isSecret, isEncrypted })).toBe(refused);
  },
);
