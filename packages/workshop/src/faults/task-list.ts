import type { Fault, NamedTest } from './types.ts';

const core = (file: string, name: string): NamedTest => ({
  project: 'fast',
  file: `packages/core/src/task/${file}`,
  name,
});
const rule = (file: string, name: string): NamedTest => ({
  project: 'fast',
  file: `packages/core/src/rules/${file}`,
  name,
});
const room = (file: string, name: string): NamedTest => ({
  project: 'slice',
  file: `packages/server/src/rooms/${file}`,
  name,
});

/** Whom a task calls, when, and how often. */
export const inATask: readonly Fault[] = [
  {
    says: 'a task calls outside its own hours',
    name: 'layersOf',
    within: 'packages/core',
    find: '(task ? [{ rule, hoursOf: task, ahead }] : [])',
    replace: '(task ? [] : [])',
    test: rule('opening.test.ts', 'a new task calls from nine to twelve and from half past one to eight, every day'),
  },
  {
    says: 'the far west is called by the clock of the east',
    name: 'shiftOf',
    within: 'packages/core',
    find: 'ofProvince(rules.platform.rules.shifts, province) ?? 0',
    replace: '0 * (ofProvince(rules.platform.rules.shifts, province) ?? 0)',
    test: room(
      'runner/runner.slice.test.ts',
      'legal hours hold inside the task’s windows; in the far west they are two hours later',
    ),
  },
  {
    says: 'who may have been called when a process died is called again',
    name: 'ended',
    within: 'packages/core/src/task',
    find: "if (!rule) return moved(settled(told, state === 'interrupted' ? 'interrupted' : 'notRetried'));",
    replace: "if (!rule) return moved(state === 'interrupted' ? again(told, 0) : settled(told, 'notRetried'));",
    test: core('attempt.test.ts', 'an interrupted attempt is repeated only where the merchant asked for it'),
  },
  {
    says: 'a line that refuses everybody is dialled through the whole list',
    name: 'lineRefused',
    within: 'packages/server/src/rooms/lines',
    find: 'faults = h.faults + 1',
    replace: 'faults = h.faults',
    test: room(
      'attempts/burnt.slice.test.ts',
      'a line that refuses everybody rests; then one call tries it, and nobody of the list is lost',
    ),
  },
  {
    says: 'a number is called once a day more than the merchant allows',
    name: 'reached',
    within: 'packages/core',
    find: 'calls >= cap',
    replace: 'calls > cap',
    test: room(
      'runner/limits.slice.test.ts',
      'a number that was called three times today waits for tomorrow; another merchant’s calls do not count',
    ),
  },
  {
    says: 'an ordinary line dials practice numbers',
    name: 'lanesOfLine',
    within: 'packages/core',
    find: "=== 'none' ? [lanes.ordinary, lanes.west]",
    replace: "=== 'none' ? [lanes.ordinary, lanes.west, lanes.practice]",
    test: rule('lanes.test.ts', 'the practice line dials practice numbers alone, any other line all but those'),
  },
  {
    says: 'of a country with several clocks one that is open is enough',
    name: 'layersOf',
    within: 'packages/core',
    find: 'return zones.flatMap(zone =>',
    replace: 'return zones.slice(0, 1).flatMap(zone =>',
    test: rule('opening.test.ts', 'abroad all hours go by the clock there, in every zone the number may be in'),
  },
  {
    says: 'a number was called by others as often as the platform allows, and is called',
    name: 'countOverMerchants',
    within: 'packages/server/src/rooms/pacing',
    find: 'if (keyOverMerchants === null || counted.length === 0) return () => null;',
    replace: 'if (counted.length >= 0) return () => null;',
    test: room(
      'runner/over-merchants.slice.test.ts',
      'two merchants, two diallers racing for the same numbers at one platform cap: each number is dialled once',
    ),
  },
  {
    says: 'a number that was blacklisted after the import is called',
    name: 'neverCalled',
    within: 'packages/core',
    find: 'return list === null ? null : { ...never, because: saysOf[list], rule: byList };',
    replace: 'return list === null ? null : null;',
    test: room(
      'runner/limits.slice.test.ts',
      'numbers for nobody are left out with the reason, also when they were blacklisted after the import',
    ),
  },
  {
    says: 'the wish not to be called again is forgotten with the call',
    name: 'obeyWish',
    within: 'packages/server',
    find: 'if (!ending.wantsNoMoreCalls) return;',
    replace: 'if (!ending.wantsNoMoreCalls || phone !== null) return;',
    test: room('runner/limits.slice.test.ts', 'who asks not to be called again is called by no other task, for ever'),
  },
  {
    says: 'the true ending of a call is charged beside what was charged in its stead',
    name: 'chargeTalk',
    within: 'packages/server/src/rooms/attempts',
    find: 'const held = replaces ? await reopenCharge(tx, key) : reserved;',
    replace: 'const held = reserved;',
    test: room(
      'attempts/replaced.slice.test.ts',
      'the true ending replaces “interrupted” once: words, number, counts, board and money are those of the talk',
    ),
  },
  {
    says: 'two people start a task and both are told that they did',
    name: 'checkIgnored',
    within: 'packages/server',
    find: 'task.startedBy !== employeeId',
    replace: 'task.startedBy === null',
    test: room(
      'task-control/control.slice.test.ts',
      'who starts second is told who was first and when; nothing is doubled',
    ),
  },
];

/** What keeps numbers, calls and money together over processes that die. */
export const overProcesses: readonly Fault[] = [
  {
    says: 'a node paces a task whose lease another has taken',
    name: 'lockTasks',
    within: 'packages/server/src/rooms/pacing',
    find: 'and task.fence = ',
    replace: 'and task.fence >= ',
    test: room(
      'runner/nodes.slice.test.ts',
      'the lease of a task that another took is worth nothing, whatever its first owner still believes',
    ),
  },
  {
    says: 'the end of a call leaves its number calling for ever',
    name: 'settleAttempt',
    within: 'packages/server',
    find: 'await saveCallee(tx, key, step.state, {\n        phone: call.phone,\n        call: ending.call,\n        decided: byRetries(decisionCodes(kind, because), found.retriesVersion),\n      });',
    replace: '',
    test: room(
      'runner/runner.slice.test.ts',
      'who is busy is called again as often as the rule says, by its outcome; then it is settled',
    ),
  },
  {
    says: 'a call that was placed long ago rings all the same',
    name: 'whyNotDialled',
    within: 'packages/server',
    find: "if (isStale && !hangUpWanted) return 'placedTooLongAgo';",
    replace: '',
    test: room(
      'runner/nodes.slice.test.ts',
      'what was placed too long ago is not dialled any more; its number comes again',
    ),
  },
  {
    says: 'who called while a drain passed is answered by a process that is about to end',
    name: 'openDialler',
    within: 'packages/server',
    find: 'if (plan === null || isOver) {',
    replace: 'if (plan === null) {',
    test: {
      project: 'fast',
      file: 'packages/server/src/rooms/dialler/dialler.test.ts',
      name: 'who called while the row was being written and a drain passed meanwhile is told to come back, and his row ends',
    },
  },
  {
    says: 'a line is given more calls a second than it takes',
    name: 'lineStarts',
    within: 'packages/server',
    find: 'return idle < 0 ? 0 : 1 + Math.floor((idle * callsPerSecond) / 1_000);',
    replace: 'return 1_000 + callsPerSecond + Math.abs(idle);',
    test: room(
      'runner/limits.slice.test.ts',
      'a line is given its calls a second and no more, whoever asks; a clock that was set back stalls it not',
    ),
  },
  {
    says: 'the sweep of recordings takes the sound of a call that lives',
    name: 'knownRecordings',
    within: 'packages/server',
    find: "where call.stage <> 'ended' and call.file is not null",
    replace: "where call.stage = 'ended' and call.file is null",
    test: room(
      'settings/merchant.slice.test.ts',
      'sound and words that no row names go after a day; of a call that lives, of a kept recording, of today and of another database nothing does',
    ),
  },
  {
    says: 'who was blacklisted after the placing is called all the same',
    name: 'whyNot',
    within: 'packages/server',
    find: 'if (never !== null) return sentences[never.because];',
    replace: '',
    test: room(
      'runner/nodes.slice.test.ts',
      'what was placed is asked again right before it leaves: blacklist, hours, caps, a task that was stopped, its line',
    ),
  },
  {
    says: 'a call that was placed before its line was switched off leaves all the same',
    name: 'whyNot',
    within: 'packages/server',
    find: "if (!line.enabled) return 'lineOff';",
    replace: '',
    test: room(
      'dialler/dialler.store.slice.test.ts',
      'a call by hand asks again before it leaves: its merchant, its line, the blacklist, who placed it; hours do not bind it',
    ),
  },
  {
    says: 'two merchants take the last room of the nodes',
    name: 'write',
    within: 'packages/server/src/rooms/pacing',
    find: 'calls.length > 0 ? fitsNodes : FIRST',
    replace: 'calls.length < 0 ? fitsNodes : FIRST',
    test: room(
      'pacing/pace.slice.test.ts',
      'the last room of the nodes is taken once, though two merchants’ ticks have seen it',
    ),
  },
  {
    says: 'a number that came back untried is forgotten',
    name: 'seeAll',
    within: 'packages/server',
    find: 'fresh.get(taskId) ?? 0, bound)',
    replace: '-(fresh.get(taskId) ?? 0), bound)',
    test: room(
      'pacing/pace.slice.test.ts',
      'numbers that come back untried are dialled, though the list was passed there',
    ),
  },
  {
    says: 'each look at a task steps over all that was dialled of its list',
    name: 'createMarks',
    within: 'packages/server',
    find: 'if (firstFresh !== null) fresh.set(lane, firstFresh);',
    replace: '',
    test: room(
      'pacing/pace.slice.test.ts',
      'what a tick reads of a list does not grow with what was dialled of it: first tries',
    ),
  },
  {
    says: 'calls of a task hold nothing of the balance',
    name: 'write',
    within: 'packages/server/src/rooms/pacing',
    find: '[reserving(merchantId, held)]',
    replace: '[reserving(merchantId, held * 0)]',
    test: room(
      'runner/limits.slice.test.ts',
      'money runs out: the task pauses and says so, goes on after a top-up, and never owes',
    ),
  },
  {
    says: 'a talk that outlives what is held for it makes a debt',
    name: 'settleCharge',
    within: 'packages/server',
    find: 'least(${yuan(cost)}, amount - reserved + (${yuan(reserved)}))',
    replace: '${yuan(cost)}',
    test: room(
      'billing/billing.slice.test.ts',
      'the balance never falls below nothing: what it does not reach is not held, and a talk pays no more than there is',
    ),
  },
  {
    says: 'an import that was killed begins a chunk too early',
    name: 'importInto',
    within: 'packages/server',
    find: 'chunksOf(sheet, progress.cursor.rows + input.skipped + (input.header ? 1 : 0))',
    replace: 'chunksOf(sheet, Math.max(0, progress.cursor.rows - CHUNK_ROWS) + (input.header ? 1 : 0))',
    test: room('imports/import.slice.test.ts', 'that is killed anywhere goes on exactly where it was'),
  },
  {
    says: 'two processes that carry out one batch both write its steps',
    name: 'moveCursor',
    within: 'packages/server',
    find: 'sql<boolean>`cursor = ',
    replace: "sql<boolean>`cursor is not null and '[]'::jsonb <> ",
    test: room(
      'batches/batches.slice.test.ts',
      'of two processes that carry out one batch, one alone commits its steps',
    ),
  },
];

/** What a merchant sees of it. */
export const inTheRecords: readonly Fault[] = [
  {
    says: 'calls of another merchant stand in the list',
    name: 'selectOwn',
    within: 'packages/server',
    find: 'db.selectFrom<MerchantTable>(table).where(own) as',
    replace: 'db.selectFrom<MerchantTable>(table) as',
    test: room(
      'records/records.slice.test.ts',
      'calls are narrowed by task and plan of the merchant; those of another find nothing',
    ),
  },
  {
    says: 'calls of another merchant count against a number',
    name: 'callsOfNumber',
    within: 'packages/server',
    find: 'own.merchant_id = ${merchantId}',
    replace: '0 < ${merchantId}',
    test: room(
      'runner/limits.slice.test.ts',
      'a number that was called three times today waits for tomorrow; another merchant’s calls do not count',
    ),
  },
  {
    says: 'an export shows whole numbers to who may not see them',
    name: 'sheetRow',
    within: 'packages/server',
    find: 'seesPhones ? row.phone : maskPhone(row.phone)',
    replace: 'seesPhones || !!maskPhone ? row.phone : null',
    test: room(
      'records/records.slice.test.ts',
      'a sheet holds the merchant’s own calls alone, and masked numbers for who sees them masked',
    ),
  },
  {
    says: 'two columns of a sheet are both taken for the number',
    name: 'pickedTwice',
    within: 'packages/web/src/features/tasks',
    find: '.length > most(pick)',
    replace: '.length > 9 * most(pick)',
    test: {
      project: 'fast',
      file: 'packages/web/src/features/tasks/editor/columns.test.ts',
      name: 'one column for each thing, and one of them the number',
    },
  },
];
