import { expect, test } from 'vitest';
import { accessFaults, accessNeeds, type LineAccess, storedPassword } from './access.ts';
import type { LineWay } from './way.ts';

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
  expect(accessFaults(input)).toEqual([]);
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
  expect(accessFaults(input)[0]).toMatchObject({ field, fault });
});

test.each(['sip.carrier.example', 'ims.mnc001.mcc460.3gppnetwork.org', '192.0.2.10:5070', ''])(
  'a domain of From and To: “%s”',
  domain => {
    expect(accessFaults({ ...line('address', '192.0.2.10', '', none), domain })).toEqual([]);
  },
);

test.each(['a b', 'x>;tag=evil', 'a@b', 'sip:carrier', 'x;lr', 'a\r\nContact: <sip:evil>', '线路'])(
  'what is no domain would stand in every URI we say: %j',
  domain => {
    expect(accessFaults({ ...line('register', '192.0.2.10', '4001', typed), domain })).toEqual([
      { field: 'domain', fault: 'address' },
    ]);
  },
);

test('keys of encrypted sound travel in the signalling: it has to be TLS, but for a gateway, who comes as he wants', () => {
  const encrypted = { ...line('register', '192.0.2.10', '4001', typed), srtp: true };
  expect(accessFaults(encrypted)).toEqual([{ field: 'srtp', fault: 'needsTls' }]);
  expect(accessFaults({ ...encrypted, transport: 'tcp' })).toEqual([{ field: 'srtp', fault: 'needsTls' }]);
  expect(accessFaults({ ...encrypted, transport: 'tls' })).toEqual([]);
  expect(accessFaults({ ...line('gateway', '', 'gw-1', typed), srtp: true })).toEqual([]);
});

test('what is wrong is told of every field at once', () => {
  expect(accessFaults({ ...line('register', '', '', none), domain: 'a b', srtp: true })).toEqual([
    { field: 'address', fault: 'address' },
    { field: 'domain', fault: 'address' },
    { field: 'srtp', fault: 'needsTls' },
    { field: 'username', fault: 'missing' },
    { field: 'password', fault: 'missing' },
  ]);
});

test.each([
  [line('address', '', '', none), ['address']],
  [line('address', '192.0.2.10', '4001', none), ['address']],
  [line('address', '192.0.2.10', '4001', elsewhere), ['address', 'password']],
  [line('address', '192.0.2.10', ' ', elsewhere), ['address']],
  [line('register', '', '', kept), ['address', 'username']],
  [line('register', '', '', none), ['address', 'username', 'password']],
  [line('gateway', '', '', elsewhere), ['username', 'password']],
])('a form asks for what a line needs: %j', (input, needs) => {
  expect(accessNeeds(input)).toEqual(needs);
});

test('a password stays with the address, account and way that it was typed for', () => {
  const way: LineWay = { ...line('register', '192.0.2.10', '4001', none), tlsCheck: 'ca' };
  expect(storedPassword(null, way)).toBe('none');
  expect(storedPassword({ ...way, hasPassword: false }, way)).toBe('none');
  expect(storedPassword({ ...way, hasPassword: true }, way)).toBe('kept');
  expect(storedPassword({ ...way, hasPassword: true }, { ...way, address: '192.0.2.11' })).toBe('ofElsewhere');
});
