import { expect, test } from 'vitest';
import { goesElsewhere, type LineWay } from './index.ts';

const line: LineWay = {
  access: 'register',
  address: 'sip.example.com:5060',
  domain: 'example.com',
  transport: 'tls',
  tlsCheck: 'ca',
  username: '4001',
};

test.each<[string, LineWay, Partial<LineWay>, boolean]>([
  ['the address', line, { address: 'sip.example.net:5060' }, true],
  ['the port', line, { address: 'sip.example.com:5070' }, true],
  ['the domain', line, { domain: 'example.net' }, true],
  ['the transport', line, { transport: 'udp' }, true],
  ['the user name', line, { username: '4002' }, true],
  ['a certificate that nobody looks at', line, { tlsCheck: 'any' }, true],
  ['a certificate that is looked at again', { ...line, tlsCheck: 'any' }, { tlsCheck: 'ca' }, false],
  ['a check that is of no meaning', { ...line, transport: 'udp' }, { tlsCheck: 'any' }, false],
  ['a check of a gateway, which comes to us', { ...line, access: 'gateway' }, { tlsCheck: 'any' }, false],
  ['the kind of access', line, { access: 'address' }, true],
  ['a gateway for an address', { ...line, access: 'gateway' }, { access: 'address' }, true],
  ['the account of a gateway', { ...line, access: 'gateway' }, { username: '4002' }, true],
  ['the address of a gateway, which has none', { ...line, access: 'gateway' }, { address: '', domain: '' }, false],
  ['capital letters and blanks', line, { address: ' SIP.example.com:5060', domain: 'Example.com ' }, false],
  ['nothing', line, {}, false],
])('with another of these the password goes elsewhere: %s', (_what, before, change, elsewhere) => {
  expect(goesElsewhere(before, { ...before, ...change })).toBe(elsewhere);
});
