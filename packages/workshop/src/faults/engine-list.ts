import type { Fault, NamedTest } from './types.ts';

const agent = (file: string, name: string): NamedTest => ({
  project: 'fast',
  file: `packages/telephony/src/sip/user-agent/${file}`,
  name,
});
const room = (file: string, name: string): NamedTest => ({
  project: 'slice',
  file: `packages/server/src/rooms/${file}`,
  name,
});

/** What carriers, gateways and strangers do to us. */
export const withCarriers: readonly Fault[] = [
  {
    says: 'a carrier that rings reliably waits for its PRACK in vain',
    name: 'acknowledgeReliable',
    within: 'packages/telephony',
    find: "fork.session.ask({ method: 'PRACK', headers }, at, answer => {",
    replace: "if (headers.length > 0) return;\n  fork.session.ask({ method: 'PRACK', headers }, at, answer => {",
    test: agent(
      'forks.test.ts',
      'a 200 that crosses the CANCEL of a fork with early dialogs gets ACK and a BYE of higher number than its PRACK',
    ),
  },
  {
    says: 'a session that is ours to refresh is never refreshed, and carriers drop it after half an hour',
    name: 'createRefresher',
    within: 'packages/telephony',
    find: 'else if (work.takesUpdate) update(at);',
    replace: 'else if (work.takesUpdate) alarms.cancel(null);',
    test: agent('sessions.test.ts', 'that we keep is refreshed by UPDATE at half of each interval, hour after hour'),
  },
  {
    says: 'a carrier moves its sound by UPDATE and we go on talking to the old place',
    name: 'onUpdate',
    within: 'packages/telephony',
    find: 'const taken = offer === null ? null : takeOffer(work, offer);',
    replace: 'const taken = offer === null || isSettled ? null : takeOffer(work, offer);',
    test: agent('sessions.test.ts', 'hold by re-INVITE and take back by UPDATE'),
  },
  {
    says: 'a call whose server keeps silent rings at the next server as well',
    name: 'hear',
    within: 'packages/telephony/src/sip/user-agent/caller.ts',
    find: "if (news.type === 'timedOut') return handle(call, { type: 'noReply' }, now);",
    replace:
      "if (news.type === 'timedOut') return handle(call, { type: 'transportFailed', because: '', canRetry: takeNextServer(call) }, now);",
    test: agent('reliable.test.ts', 'silence never leads to the next server, a lost connection does'),
  },
  {
    says: 'whoever guesses long enough registers as a gateway',
    name: 'createRegistrar',
    within: 'packages/telephony',
    find: 'password = isLocked ? null : (account?.password ?? null);',
    replace: 'password = account?.password ?? null;',
    test: agent('registrar.test.ts', 'who guesses 200 times is locked, and the right one from elsewhere is not'),
  },
  {
    says: 'a telephone that knows no SHA-256 can never register',
    name: 'createChallenger',
    within: 'packages/telephony',
    find: 'auth === null ? puzzled.comesAgain(who) :',
    replace: 'auth === null ? !puzzled :',
    test: agent(
      'digest.test.ts',
      'who cannot read SHA-256 gives up, comes again without credentials and is asked for MD5 alone',
    ),
  },
  {
    says: 'a far end that vanished is talked to for ever',
    name: 'SilenceWatchdog',
    within: 'packages/telephony',
    find: 'const news = silent && !this.#missed;',
    replace: 'const news = silent && this.#missed && !silent;',
    test: {
      project: 'fast',
      file: 'packages/telephony/src/media/engine.test.ts',
      name: 'who falls silent for twenty seconds has vanished, once; holding is not vanishing',
    },
  },
  {
    says: 'a ladder shows the credentials of a line',
    name: 'safeText',
    within: 'packages/server',
    find: "text.replace(credentials, '$1 …').replace(mediaKeys",
    replace: 'text.replace(mediaKeys',
    test: {
      project: 'fast',
      file: 'packages/server/src/rooms/live/ladders.test.ts',
      name: 'credentials, folded ones too, and keys of the media are cut out of a text',
    },
  },
  {
    says: 'a caller number calls more often a day than it may',
    name: 'callersOf',
    within: 'packages/server',
    find: 'case when n.daily_cap > 0 then',
    replace: 'case when n.daily_cap < 0 then',
    test: room(
      'runner/callers.slice.test.ts',
      'daily caps are exact over two nodes and three tasks; what is raised goes on by itself',
    ),
  },
  {
    says: 'a dead line is dialled all the same',
    name: 'shutBecause',
    within: 'packages/server',
    find: "if (isDown) return 'lineDown';",
    replace: "if (isDown && windows !== null) return 'lineDown';",
    test: room(
      'runner/callers.slice.test.ts',
      'nothing is dialled over a line that is off, outside its hours or down; each goes on by itself',
    ),
  },
  {
    says: 'who writes another line’s number down is called in its stead',
    name: 'openInbound',
    within: 'packages/server',
    find: '(await within(hosts(address, () => options.addressesOf(address)))).includes(source)',
    replace: '(await within(hosts(address, () => options.addressesOf(address)))).length < 99 || source',
    test: room(
      'inbound/inbound.slice.test.ts',
      'nobody has another line’s number by writing it down: it rings only from that line’s own address',
    ),
  },
];
