import { withCalls } from './calls-list.ts';
import { withCarriers } from './engine-list.ts';
import { inKeeping } from './keeping-list.ts';
import { atTheLine } from './line-list.ts';
import { withLines } from './reach-list.ts';
import { inTheShell } from './shell-list.ts';
import { inTheStudio } from './studio-list.ts';
import { inATask, inTheRecords, overProcesses } from './task-list.ts';
import type { Fault } from './types.ts';

/** What the callee and the robot hear and say. */
const onThePhone: readonly Fault[] = [
  {
    says: 'the recording swaps callee and robot',
    name: 'RingWindow',
    within: 'packages/telephony',
    find: 'const ring = side === 0 ? this.#left : this.#right;',
    replace: 'const ring = side === 1 ? this.#left : this.#right;',
    test: {
      project: 'fast',
      file: 'packages/telephony/src/audio/recorder.test.ts',
      name: 'both sides lie where their time was, and gaps are silence',
    },
  },
  {
    says: 'a closed recording keeps the sizes of an open one',
    name: 'closeWhole',
    within: 'packages/telephony',
    find: 'alawWavHeader(2, written - ALAW_HEADER_BYTES)',
    replace: 'alawWavHeader(2, 0xffffffff)',
    test: {
      project: 'fast',
      file: 'packages/telephony/src/audio/recorder.test.ts',
      name: 'closing writes the true sizes',
    },
  },
  {
    says: 'the answer to a call is never acknowledged',
    name: 'onSuccess',
    within: 'packages/telephony',
    find: "return go({ is: 'talking', fork }, acknowledge, { type: 'tellAnswered' });",
    replace: "return go({ is: 'talking', fork }, { type: 'tellAnswered' });",
    test: {
      project: 'fast',
      file: 'packages/telephony/src/sip/user-agent/two-agents.test.ts',
      name: 'on a calm network every call ends once on each side',
    },
  },
  {
    says: 'an answer that crosses the CANCEL is left talking to nobody',
    name: 'onSuccess',
    within: 'packages/telephony',
    find: "return go({ is: 'closing', fork, how: state.how }, acknowledge, bye);",
    replace: "return go({ is: 'closing', fork, how: state.how }, acknowledge);",
    test: {
      project: 'fast',
      file: 'packages/telephony/src/sip/user-agent/two-agents.test.ts',
      name: 'an answer that crosses the CANCEL is acknowledged and hung up',
    },
  },
  {
    says: 'a lost INVITE is sent again every half second, without doubling',
    name: 'stepClientInvite',
    within: 'packages/telephony',
    find: 'const interval = state.interval * 2;',
    replace: 'const interval = state.interval;',
    test: {
      project: 'fast',
      file: 'packages/telephony/src/sip/transaction/machines.test.ts',
      name: 'sends again after 0.5, 1, 2, 4 … s and gives up after 32 s',
    },
  },
  {
    says: 'the digest counts each of its nonces from one again',
    name: 'createAuthenticator',
    within: 'packages/telephony',
    find: 'const count = ++realm.count;',
    replace: 'const count = 1;',
    test: {
      project: 'fast',
      file: 'packages/telephony/src/sip/user-agent/digest.test.ts',
      name: 'counts its nonce up, and a proxy and a server are both answered',
    },
  },
  {
    says: 'real-time text ignores its redundancy',
    name: 'blocksOf',
    within: 'packages/telephony',
    find: 'blocks.filter(block => block.payloadType === t140)',
    replace: 'blocks.filter(block => block.payloadType === t140 && block.back === 0)',
    test: {
      project: 'fast',
      file: 'packages/telephony/src/rtp/text.test.ts',
      name: 'text of a lost packet is taken from the redundancy of the next',
    },
  },
  {
    says: 'one key pressed counts as many',
    name: 'createKeyReceiver',
    within: 'packages/telephony',
    find: 'if (later === 0 || goesOn(press, code, later)) {',
    replace: 'if (goesOn(press, code, later - 1)) {',
    test: {
      project: 'fast',
      file: 'packages/telephony/src/rtp/telephone-event.test.ts',
      name: 'a key of many packets with three ends is one key',
    },
  },
  {
    says: 'a stranger is heard in the middle of a call',
    name: 'createSourceLock',
    within: 'packages/telephony',
    find: "if (state === 'locked' || !mayLearn(from)) return false;",
    replace: "if (state === 'locked') return true;",
    test: {
      project: 'fast',
      file: 'packages/telephony/src/media/source-lock.test.ts',
      name: 'the first packet of the agreed address locks at once; a stranger changes nothing, ever',
    },
  },
  {
    says: 'an encrypted call falls silent after 22 minutes, when sequence numbers go round',
    name: 'createSrtpSender',
    within: 'packages/telephony',
    find: 'if (sequence < last) rounds += 1;',
    replace: 'if (sequence < -1) rounds += 1;',
    test: {
      project: 'fast',
      file: 'packages/telephony/src/srtp/srtp.test.ts',
      name: 'three rounds of sequence numbers with every hundredth packet heard',
    },
  },
  {
    says: 'an encrypted packet that somebody sends again is heard again',
    name: 'createSrtpReceiver',
    within: 'packages/telephony',
    find: 'return source.replay.isFresh(index) && isGenuine(bytes, index) ? index : null;',
    replace: 'return isGenuine(bytes, index) ? index : null;',
    test: {
      project: 'fast',
      file: 'packages/telephony/src/srtp/srtp.test.ts',
      name: 'whatever is lost or comes out of order, over the wrap of the sequence too, all that comes is opened once',
    },
  },
];

/** What the robot makes of it. */
const inTheConversation: readonly Fault[] = [
  {
    says: 'the robot does not let itself be interrupted',
    name: 'voiceMayStop',
    within: 'packages/core',
    find: "return interruption.when === 'after' && since !== null && draft.at - since >= interruption.ms;",
    replace: 'return since === null;',
    test: { project: 'fast', file: 'packages/workshop/src/talk-files.test.ts', name: 'interrupts-the-robot.talk.yaml' },
  },
  {
    says: 'after a question of the knowledge base the robot does not ask its own again',
    name: 'goAside',
    within: 'packages/core',
    find: "const again = next.resume === 'repeat' ? question(draft, here, true) : [];",
    replace: "const again = next.resume === 'repeat' ? question(draft, here, true).slice(1) : [];",
    test: { project: 'fast', file: 'packages/workshop/src/talk-files.test.ts', name: 'asks-price-first.talk.yaml' },
  },
  {
    says: 'silence is not noticed a second time',
    name: 'silent',
    within: 'packages/core/src/conversation',
    find: 'patch(draft, { silences: silences + 1 });',
    replace: 'patch(draft, { silences: 0 });',
    test: { project: 'fast', file: 'packages/workshop/src/talk-files.test.ts', name: 'nobody-speaks.talk.yaml' },
  },
];

/** Who may see and do what. */
const atTheDoor: readonly Fault[] = [
  {
    says: 'buttons are hidden but not guarded',
    name: 'holds',
    within: 'packages/contract',
    find: "if (right.needs === 'button') return buttons.has(right.button);",
    replace: '',
    test: {
      project: 'slice',
      file: 'packages/server/test/security.slice.test.ts',
      name: 'call/place is refused to who lacks the right',
    },
  },
  {
    says: 'a file of another merchant is given out',
    name: 'selectOwn',
    within: 'packages/server',
    find: 'db.selectFrom<MerchantTable>(table).where(own) as',
    replace: 'db.selectFrom<MerchantTable>(table) as',
    test: {
      project: 'slice',
      file: 'packages/server/src/rooms/files/download.slice.test.ts',
      name: 'another merchant’s file is a file that does not exist',
    },
  },
  {
    says: 'a captcha may be used again',
    name: 'takeCaptcha',
    within: 'packages/server',
    find: "db.deleteFrom('captcha').where('key', '=', key).returning(['answerHash', 'expiresAt']).executeTakeFirst()",
    replace: "db.selectFrom('captcha').where('key', '=', key).select(['answerHash', 'expiresAt']).executeTakeFirst()",
    test: {
      project: 'slice',
      file: 'packages/server/src/rooms/captcha/captcha.slice.test.ts',
      name: 'a captcha is good for one answer',
    },
  },
  {
    says: 'a token lives for ever',
    name: 'liveSessions',
    within: 'packages/server',
    find: "    .where('session.expiresAt', '>', at)\n",
    replace: '',
    test: {
      project: 'slice',
      file: 'packages/server/src/rooms/sign-in/login.slice.test.ts',
      name: 'a token is good for a day, then the answer is 103',
    },
  },
  {
    says: 'the demo password opens behind a proxy on this machine',
    name: 'isForwarded',
    within: 'packages/server',
    find: "name.startsWith('x-forwarded')",
    replace: "name.startsWith('x-forward-ed')",
    test: {
      project: 'slice',
      file: 'packages/server/src/rooms/sign-in/login.slice.test.ts',
      name: 'the demo password does not open behind a proxy that sends x-forwarded-for',
    },
  },
  {
    says: 'an older installation keeps the demo password that everybody knows',
    name: 'renewDemoPassword',
    within: 'packages/server',
    find: 'if (known.every(Boolean)) return;',
    replace: 'if (known.length > 0) return;',
    test: {
      project: 'slice',
      file: 'packages/server/seed/seed.slice.test.ts',
      name: 'an older installation: the password that everybody knows is replaced once',
    },
  },
  {
    says: 'the code of a password reset may be confirmed again',
    name: 'confirmReset',
    within: 'packages/server',
    find: ".where('forEmployeeId', 'is', null)",
    replace: ".where('codeHash', 'is not', null)",
    test: {
      project: 'slice',
      file: 'packages/server/src/rooms/admin/admin.slice.test.ts',
      name: 'a forgotten password: the keeper confirms the code that is read out',
    },
  },
  {
    says: 'money moves without the password being asked again',
    name: 'refuseStale',
    within: 'packages/server',
    find: '>= limits.proofMs',
    replace: '>= limits.proofMs * 100',
    test: {
      project: 'slice',
      file: 'packages/server/src/rooms/billing/transfer.slice.test.ts',
      name: 'long after the sign-in a transfer asks for the password once more',
    },
  },
  {
    says: 'strangers lock known browsers out',
    name: 'openDoor',
    within: 'packages/server',
    find: '...(device.known === null ? [] : [device.known])',
    replace: '...(device.known === null ? [] : [])',
    test: {
      project: 'slice',
      file: 'packages/server/src/rooms/sign-in/login.slice.test.ts',
      name: 'strangers’ wrong passwords do not lock out a browser that signed in before',
    },
  },
  {
    says: 'passwords may be guessed without end',
    name: 'countTry',
    within: 'packages/server',
    find: 'kept.failures + 1 >= ',
    replace: 'kept.failures - 9 >= ',
    test: {
      project: 'slice',
      file: 'packages/server/src/rooms/sign-in/login.slice.test.ts',
      name: 'five failures lock the account for 15 minutes and say so, the right password included',
    },
  },
  {
    says: 'a masked phone is shown whole',
    name: 'maskPhone',
    within: 'packages/core',
    find: 'phone.slice(0, 3)}****',
    replace: 'phone.slice(0, 7)}',
    test: {
      project: 'fast',
      file: 'packages/core/src/phone/phone.test.ts',
      name: '13812345678 is shown masked as 138****5678',
    },
  },
  {
    says: 'a wrong database address is printed with its password',
    name: 'secretNames',
    within: 'packages/server',
    find: "'DATABASE_URL', 'DATABASE_OWNER_URL', 'WECHAT_SECRET'",
    replace: "'DATABASE_OWNER_URL', 'WECHAT_SECRET'",
    test: {
      project: 'fast',
      file: 'packages/server/src/config.test.ts',
      name: 'a wrong DATABASE_URL is refused without being shown',
    },
  },
  {
    says: 'a second start of the same installation is let in',
    name: 'isRunning',
    within: 'packages/server',
    find: 'isAlive(owner.pid) && startOf(owner.pid) === owner.startedAt;',
    replace: 'isAlive(owner.pid) && startOf(owner.pid) !== owner.startedAt;',
    test: {
      project: 'fast',
      file: 'packages/server/src/supervisor/ground.test.ts',
      name: 'the second start learns who runs and where, and the lock goes with its owner',
    },
  },
];

export const faults: readonly Fault[] = [
  ...onThePhone,
  ...withCarriers,
  ...inTheConversation,
  ...atTheDoor,
  ...atTheLine,
  ...inATask,
  ...overProcesses,
  ...inTheRecords,
  ...inTheShell,
  ...inTheStudio,
  ...withLines,
  ...withCalls,
  ...inKeeping,
];
