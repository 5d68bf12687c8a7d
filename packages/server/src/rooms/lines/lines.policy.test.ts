import { expect, test } from 'vitest';
import { accessFault, type LineAccess } from './lines.policy.ts';

const none = { typed: '', stored: 'none' } as const;
const typed = { typed: 'correct-horse', stored: 'none' } as const;
const kept = { typed: '', stored: 'kept' } as const;
const elsewhere = { typed: '', stored: 'ofElsewhere' } as const;
const line = (access: LineAccess['access'], address: string, username: string, password: LineAccess['password']) => ({
  access,
  address,
  transport: 'udp' as const,
  srtp: false,
  domain: '',
  username,
  password,
});

test.each([
  line('address', '192.0.2.10', '', none),
  line('address', 'sip.example.com', '4001', typed),
  line('register', 'sip.example.com:5061', '4001', typed),
  line('register', '192.0.2.10', '4001', kept),
  line('address', '192.0.2.10', '', elsewhere),
  line('register', '192.0.2.10', '4001', { typed: 'correct-horse', stored: 'ofElsewhere' }),
  line('gateway', '', 'gw-shanghai.1', typed),
  line('gateway', 'whatever it was before', 'gw_1', kept),
])('a line that can be saved: %j', input => {
  expect(accessFault(input)).toBeNull();
});

test.each([
  [line('address', '', '', none), 'address', 'address'],
  [line('address', 'sip:1.2.3.4', '', none), 'address', 'address'],
  [line('register', '', '4001', typed), 'address', 'address'],
  [line('register', '192.0.2.10', '', typed), 'username', 'missing'],
  [line('register', '192.0.2.10', '4001', none), 'password', 'missing'],
  [line('address', '192.0.2.10', '4001', elsewhere), 'password', 'again'],
  [line('register', '192.0.2.10', '4001', elsewhere), 'password', 'again'],
  [line('gateway', '', 'gw-1', elsewhere), 'password', 'again'],
  [line('gateway', '', '', typed), 'username', 'missing'],
  [line('gateway', '', '网关', typed), 'username', 'account'],
  [line('gateway', '', 'a b', typed), 'username', 'account'],
  [line('gateway', '', 'gw@host', typed), 'username', 'account'],
  [line('gateway', '', 'gw-1', none), 'password', 'missing'],
  [line('gateway', '', 'gw-1', { typed: '1234567', stored: 'kept' }), 'password', 'short'],
])('a line that is refused: %j for its %s', (input, field, fault) => {
  expect(accessFault(input)).toMatchObject({ field, fault });
});

test.each(['sip.carrier.example', 'ims.mnc001.mcc460.3gppnetwork.org', '192.0.2.10:5070', ''])(
  'a domain of From and To: “%s”',
  domain => {
    expect(accessFault({ ...line('address', '192.0.2.10', '', none), domain })).toBeNull();
  },
);

test.each(['a b', 'x>;tag=evil', 'a@b', 'sip:carrier', 'x;lr', 'a\r\nContact: <sip:evil>', '线路'])(
  'what is no domain would stand in every URI we say: %j',
  domain => {
    expect(accessFault({ ...line('register', '192.0.2.10', '4001', typed), domain })).toMatchObject({
      field: 'domain',
      fault: 'address',
    });
  },
);

test('keys of encrypted sound travel in the signalling: it has to be TLS, but for a gateway, who comes as he wants', () => {
  const encrypted = { ...line('register', '192.0.2.10', '4001', typed), srtp: true };
  expect(accessFault(encrypted)).toEqual({ field: 'srtp', fault: 'needsTls' });
  expect(accessFault({ ...encrypted, transport: 'tcp' })).toEqual({ field: 'srtp', fault: 'needsTls' });
  expect(accessFault({ ...encrypted, transport: 'tls' })).toBeNull();
  expect(accessFault({ ...line('gateway', '', 'gw-1', typed), srtp: true })).toBeNull();
});
