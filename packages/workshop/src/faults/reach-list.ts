import type { Fault } from './types.ts';

/** Where lines lead, and whose calls are whose. */
export const withLines: readonly Fault[] = [
  {
    says: 'a line leads into the network of the server behind a name',
    file: 'packages/telephony/src/exchange/wire.ts',
    find: 'known.filter(({ destination }) => mayReach(destination.host, host));',
    replace: 'known.filter(({ destination }) => destination.host !== host || mayReach(destination.host, host));',
    test: {
      project: 'fast',
      file: 'packages/telephony/src/exchange/servers.test.ts',
      name: 'gets no INVITE, no OPTIONS and no REGISTER, and each says why: pbx.test',
    },
  },
  {
    says: 'the password of a line is said at another address',
    file: 'packages/core/src/line/way.ts',
    find: "const where = access === 'gateway' ? [] : [address, domain, transport];",
    replace: "const where = access === 'gateway' ? [] : [domain, transport, address.slice(0, 0)];",
    test: { project: 'fast', file: 'packages/core/src/line/way.test.ts', name: 'the address' },
  },
  {
    says: 'the prefix of a line makes a paid number',
    file: 'packages/core/src/line/rewrite.ts',
    find: "return never === null || (never === 'premium' && isTechnical(number));",
    replace: "return never === null || never === 'premium';",
    test: {
      project: 'fast',
      file: 'packages/core/src/line/rewrite.test.ts',
      name: 'the prefix is a paid service: 60000001',
    },
  },
  {
    says: 'a draft that was only tried by phone answers callers',
    file: 'packages/server/src/rooms/inbound/inbound.store.ts',
    find: 'where v.version > 0 and v.merchant_id = p.merchant_id',
    replace: 'where v.merchant_id = p.merchant_id',
    test: {
      project: 'slice',
      file: 'packages/server/src/rooms/inbound/claims.slice.test.ts',
      name: 'a draft that was tried by phone answers nobody: the caller is told, its owner once an hour, and it may not be chosen',
    },
  },
];
