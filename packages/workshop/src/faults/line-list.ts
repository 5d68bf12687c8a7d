import type { Fault } from './types.ts';

/** Whoever stands at the telephone's door, and what carriers could be talked into. */
export const atTheLine: readonly Fault[] = [
  {
    says: 'a stranger’s call is kept and its refusal repeated',
    name: 'createPassing',
    within: 'packages/telephony',
    find: 'if (strangers.isStranger(request, route)) {',
    replace: 'if (isNewCall(request) === false && strangers.isStranger(request, route)) {',
    test: {
      project: 'fast',
      file: 'packages/telephony/src/sip/user-agent/strangers.test.ts',
      name: 'is told once that nobody is here, by one answer that nothing is kept of',
    },
  },
  {
    says: 'a net is sent more than it sent',
    name: 'createStrangers',
    within: 'packages/telephony',
    find: 'if (account === undefined || account.bytes < bytes) return false;',
    replace: 'if (account === undefined) return false;',
    test: {
      project: 'fast',
      file: 'packages/telephony/src/sip/user-agent/strangers.test.ts',
      name: 'brings whom he names as the source of a flood no more than it sends: registrations',
    },
  },
  {
    says: 'strangers fill the room of the known',
    name: 'createAdmission',
    within: 'packages/telephony',
    find: 'const isFull = all() >= limits.connections || (!isKnown && strangers.size() >= limits.strangers);',
    replace: 'const isFull = all() >= limits.connections;',
    test: {
      project: 'fast',
      file: 'packages/telephony/src/net/admission.test.ts',
      name: 'a stranger finds room in a flood from a thousand nets: the one that holds most gives up its oldest',
    },
  },
  {
    says: 'a connection that breaks after 100 Trying rings the callee twice',
    name: 'hear',
    within: 'packages/telephony/src/sip/user-agent/caller.ts',
    find: "const canRetry = call.state.is === 'calling' && takeNextServer(call);",
    replace: 'const canRetry = takeNextServer(call);',
    test: {
      project: 'fast',
      file: 'packages/telephony/src/sip/user-agent/cut.test.ts',
      name: 'a connection that breaks after 100 Trying sends no second INVITE: that server may be ringing the callee',
    },
  },
  {
    says: 'a bare address has a number before the line that is registered with its carrier',
    name: 'FIRST_CLAIM',
    within: 'packages/server',
    find: '${isRegistered} desc, ${OLDEST_CLAIM}`;',
    replace: '${isRegistered}, ${OLDEST_CLAIM}`;',
    test: {
      project: 'slice',
      file: 'packages/server/src/rooms/inbound/claims.slice.test.ts',
      name: 'a line that is registered with its carrier has the number before a bare address, whoever wrote it down first',
    },
  },
  {
    says: 'who registers at a carrier takes a number of somebody who has had its calls for years',
    name: 'noteAnswered',
    within: 'packages/server',
    find: "if (typeof claim.holds === 'string') await holdNumber(db, claim.merchantId, claim.holds);",
    replace: '',
    test: {
      project: 'slice',
      file: 'packages/server/src/rooms/inbound/claims.slice.test.ts',
      name: 'who has had its calls keeps a number: a line that registers there later, a switch and a pause take it from nobody',
    },
  },
  {
    says: 'a host name shows a brand that has not proved it',
    name: 'findForHost',
    within: 'packages/server',
    find: ".where('host', '=', host)\n            .where('provenAt', 'is not', null),",
    replace: ".where('host', '=', host),",
    test: {
      project: 'slice',
      file: 'packages/server/src/rooms/branding/branding.slice.test.ts',
      name: 'a host shows nobody’s branding before it is proved, and is theirs who proves it, whoever asked first',
    },
  },
  {
    says: 'sound goes to whoever sends first',
    name: 'createSourceLock',
    within: 'packages/telephony',
    find: 'const mayLearn = ({ host }: Address): boolean => host === aimed?.host || nets.has(netOf(host));',
    replace: 'const mayLearn = (_from: Address): boolean => true;',
    test: {
      project: 'fast',
      file: 'packages/telephony/src/media/source-lock.test.ts',
      name: 'sound goes where the SDP says, whoever sends first and however long',
    },
  },
  {
    says: 'a password is given to who asks for it less safely than before',
    name: 'createAuthenticator',
    within: 'packages/telephony',
    find: 'const challenges = readChallenges(status, headers, hadQop);',
    replace: 'const challenges = readChallenges(status, headers);',
    test: {
      project: 'fast',
      file: 'packages/telephony/src/exchange/weak-challenge.test.ts',
      name: 'neither does a registration answer it: it fails as such, and tries again later',
    },
  },
  {
    says: 'keys of encrypted sound are sent in the clear',
    name: 'prepare',
    within: 'packages/telephony',
    find: 'if (trunk.srtp === true && !isSecret(first.flow))',
    replace: 'if (trunk.srtp === true && first.flow === "")',
    test: {
      project: 'fast',
      file: 'packages/telephony/src/exchange/agreement.test.ts',
      name: 'an encrypted line over signalling in the clear makes no call: no key leaves',
    },
  },
  {
    says: 'an SDP makes us send sound into our own network',
    name: 'maySendTo',
    within: 'packages/telephony',
    find: 'isEvery(host) || mayReach(host) ||',
    replace: "isEvery(host) || mayReach(host) || host !== '' ||",
    test: {
      project: 'fast',
      file: 'packages/telephony/src/exchange/media-gate.test.ts',
      name: 'sound, text and reports go to nobody in there; the far end is heard in the net it signals from, and answered',
    },
  },
];
