import type { Fault } from './types.ts';

/** Where lines lead, and whose calls are whose. */
export const withLines: readonly Fault[] = [
  {
    says: 'a line leads into the network of the server behind a name',
    name: 'openNetwork',
    within: 'packages/telephony',
    find: 'known.filter(({ destination }) => mayReach(destination.host, host));',
    replace: 'known.filter(({ destination }) => destination.host !== host || mayReach(destination.host, host));',
    test: {
      project: 'fast',
      file: 'packages/telephony/src/exchange/servers.test.ts',
      name: 'gets no INVITE, no OPTIONS and no REGISTER, and each says why: pbx.test',
    },
  },
  {
    says: 'SIP listens to the whole network before there is a line',
    name: 'sipBinds',
    within: 'packages/server',
    find: "bind === null ? { first: '127.0.0.1', later",
    replace: "bind === null ? { first: '0.0.0.0', later",
    test: {
      project: 'fast',
      file: 'packages/server/src/switchboard/sip-listeners.test.ts',
      name: 'without an address it listens on this machine alone and may open to all; a set address wins',
    },
  },
  {
    says: 'a call on this machine opens the SIP port to the network',
    name: 'createDoor',
    within: 'packages/telephony',
    find: 'isOpen() || isLoopback(target) || (await open()).isOpen',
    replace: 'isOpen() || (await open()).isOpen',
    test: {
      project: 'fast',
      file: 'packages/telephony/src/exchange/door.test.ts',
      name: 'opens for the first request that is to leave this machine, and for none that stays on it',
    },
  },
  {
    says: 'a port that another program has leaves half of the SIP port open',
    name: 'openNetwork',
    within: 'packages/telephony',
    find: 'await main.move(before);',
    replace: '',
    test: {
      project: 'fast',
      file: 'packages/telephony/src/exchange/door.test.ts',
      name: 'stays as it is, and says why, when another program has its tcp port beyond',
    },
  },
  {
    says: 'the password of a line is said at another address',
    name: 'wayOf',
    within: 'packages/core',
    find: "const where = access === 'gateway' ? [] : [address, domain, transport];",
    replace: "const where = access === 'gateway' ? [] : [domain, transport, address.slice(0, 0)];",
    test: {
      project: 'fast',
      file: 'packages/core/src/line/way.test.ts',
      name: 'with another of these the password goes elsewhere',
    },
  },
  {
    says: 'the prefix of a line makes a paid number',
    name: 'isOrdinary',
    within: 'packages/core',
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
    name: 'latestVersion',
    within: 'packages/server',
    find: 'where v.version > 0 and v.merchant_id',
    replace: 'where v.merchant_id',
    test: {
      project: 'slice',
      file: 'packages/server/src/rooms/inbound/claims.slice.test.ts',
      name: 'a draft that was tried by phone answers nobody: the caller is told, its owner once an hour, and it may not be chosen',
    },
  },
];
