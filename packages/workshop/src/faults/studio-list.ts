import type { Fault } from './types.ts';

/** What a plan is, how it is published, and what it may ask of the world. */
export const inTheStudio: readonly Fault[] = [
  {
    says: 'a plan is published although its test conversations break',
    file: 'packages/server/src/rooms/publishing/publish.ts',
    find: "if (tests.failed.length > 0) throw refuse('planTestsBroken'",
    replace: "if (tests.failed.length > 99) throw refuse('planTestsBroken'",
    test: {
      project: 'slice',
      file: 'packages/server/src/rooms/publishing/publishing.slice.test.ts',
      name: 'a test conversation that breaks refuses the publishing; a reason overrides it and is in the audit',
    },
  },
  {
    says: 'who saves a draft overwrites what somebody else saved meanwhile',
    file: 'packages/server/src/rooms/plans/drafts.store.ts',
    find: 'if (locked.rev !== rev) throw',
    replace: 'if (locked.rev < rev) throw',
    test: {
      project: 'slice',
      file: 'packages/server/src/rooms/plans/plans.slice.test.ts',
      name: 'of two who save from the same draft the second is told by whom, and nothing is overwritten',
    },
  },
  {
    says: 'a 「嗯」 stops the robot that only meaning should stop',
    file: 'packages/core/src/conversation/understand.ts',
    find: 'if (isBackchannel(text)) return true;',
    replace: 'if (isBackchannel(text)) return false;',
    test: {
      project: 'fast',
      file: 'packages/core/src/conversation/walking.test.ts',
      name: 'stopped only by meaning: mere voice and back-channels do not, a question does',
    },
  },
  {
    says: 'a call waits for the world without a limit',
    file: 'packages/core/src/conversation/asking.ts',
    find: "setTimer(draft, 'ask', after(draft.at, limitMs));",
    replace: "setTimer(draft, 'ask', after(draft.at, limitMs * 1_000));",
    test: {
      project: 'fast',
      file: 'packages/core/src/conversation/asking.test.ts',
      name: 'nobody hears a dead line: a filler in a second, another later, then the fallback when its time is over',
    },
  },
  {
    says: 'a condition of a level rule that should not hold is read as if it should',
    file: 'packages/core/src/conversation/levels.ts',
    find: 'asWritten(condition, facts) !== (condition.not ?? false);',
    replace: 'asWritten(condition, facts);',
    test: {
      project: 'fast',
      file: 'packages/core/src/conversation/levels.test.ts',
      name: '{"fact":"turns","atLeast":3,"not":true} of a call is false',
    },
  },
  {
    says: 'a webhook reaches the own network behind a name that has a public address too',
    file: 'packages/server/src/platform/gate.ts',
    find: '!addresses.every(({ address }) => mayReach(address, host))',
    replace: '!addresses.some(({ address }) => mayReach(address, host))',
    test: {
      project: 'fast',
      file: 'packages/server/src/world/world.test.ts',
      name: 'one private address among public ones is enough to refuse a name',
    },
  },
  {
    says: 'the patterns of one plan hold up the calls of everybody',
    file: 'packages/core/src/conversation/recognition/pattern.ts',
    find: 'at <= chars.length && budget.left > 0;',
    replace: 'at <= chars.length;',
    test: {
      project: 'fast',
      file: 'packages/core/src/conversation/recognition/recognise.test.ts',
      name: 'many hostile patterns of one plan take some ms of a sentence, not seconds of everybody',
    },
  },
  {
    says: 'a variable called constructor breaks the call that says it',
    file: 'packages/core/src/conversation/values.ts',
    find: 'Object.hasOwn(values, name) ? ',
    replace: 'name in values ? ',
    test: {
      project: 'fast',
      file: 'packages/core/src/conversation/values.test.ts',
      name: 'a variable called constructor, as every object has something, is one like any other',
    },
  },
  {
    says: 'a recording in which a machine speaks leaves without its label',
    file: 'packages/server/src/rooms/files/files.store.ts',
    find: 'call_recording.file_id = file.id and call_recording.synthesised)',
    replace: 'call_recording.file_id = file.id and not call_recording.synthesised)',
    test: {
      project: 'slice',
      file: 'packages/server/src/rooms/files/download.slice.test.ts',
      name: 'a recording in which a machine speaks carries its label, whole or piece by piece; one of people carries none',
    },
  },
  {
    says: 'an export of chosen calls holds all calls of the filter',
    file: 'packages/server/src/rooms/calls/narrow.store.ts',
    find: 'if (ids !== undefined) query',
    replace: 'if (ids !== undefined && ids.length > 1_000) query',
    test: {
      project: 'slice',
      file: 'packages/server/src/rooms/calls/records.slice.test.ts',
      name: 'of the rows that were chosen those that the filter finds are exported, and none of another merchant',
    },
  },
  {
    says: 'a no in words of one’s own is not understood',
    file: 'packages/core/src/conversation/recognition/similar.ts',
    find: "entry.means === 'yes' && isNegative(tidy(part))",
    replace: "entry.means === 'no' && isNegative(tidy(part))",
    test: {
      project: 'fast',
      file: 'packages/core/src/conversation/recognition/kept/kept.test.ts',
      name: 'a sentence or two of its own, and the kept library, let a plan understand 「不用了谢谢啊」: ["否定"]',
    },
  },
  {
    says: 'a level rule does not know by which exit a node was left',
    file: 'packages/core/src/conversation/turns.ts',
    find: 'go(draft, exitOn(meant.router.on), meant.router.to)',
    replace: "go(draft, 'other', meant.router.to)",
    test: {
      project: 'fast',
      file: 'packages/core/src/conversation/exit.test.ts',
      name: 'a renamed intent, question, flow or exit changes no call’s level',
    },
  },
  {
    says: 'what a plan becomes has no bound',
    file: 'packages/core/src/conversation/part-faults.ts',
    find: 'if (total <= mostRecognised || largest === null) return [];',
    replace: 'if (total >= 0 || largest === null) return [];',
    test: {
      project: 'fast',
      file: 'packages/core/src/conversation/recognition/amount.test.ts',
      name: 'one that is too much may not be tried or published, and goes on being called where it was published before',
    },
  },
  {
    says: 'heavy work of one merchant is done before that of another',
    file: 'packages/server/src/platform/bench.ts',
    find: 'if (left && waiting.delete(owner)) waiting.set(owner, left);',
    replace: 'if (left) running.delete(owner);',
    test: {
      project: 'fast',
      file: 'packages/server/src/platform/bench.test.ts',
      name: 'owners take turns: ten plans of one are not all done before one of another',
    },
  },
  {
    says: 'a call waits for all its sentences before it is dialled',
    file: 'packages/server/src/speech/call-voices.ts',
    find: 'void makeRest(',
    replace: 'await makeRest(',
    test: {
      project: 'fast',
      file: 'packages/server/src/speech/speech.test.ts',
      name: 'a call is ready with its first sentence; the rest is made after it, and no more of it when the call is over',
    },
  },
  {
    says: 'prompts of names and sums are kept for ever',
    file: 'packages/server/src/speech/prompt-sweep.ts',
    find: 'if (ageMs <= (isPrompt(name) ? longestMs : ASIDE_MS)) return;',
    replace: 'if (ageMs <= (isPrompt(name) ? Number.POSITIVE_INFINITY : ASIDE_MS)) return;',
    test: {
      project: 'fast',
      file: 'packages/server/src/speech/speech.test.ts',
      name: 'prompts go when nobody needed them for days, the oldest first where they are too many, and are made again',
    },
  },
];
