import type { Fault, NamedTest } from './types.ts';

const slice = (file: string, name: string): NamedTest => ({
  project: 'slice',
  file: `packages/server/${file}`,
  name,
});

/** Who sees and may do what, and what is kept of it. */
export const inTheShell: readonly Fault[] = [
  {
    says: 'the right to an endpoint is not asked for',
    name: 'holds',
    within: 'packages/contract',
    find: "if (right.needs === 'role') return right.roles.includes(roleCode);",
    replace: '',
    test: slice('src/rooms/audit/audit.slice.test.ts', 'an employee does not read the audit, whatever the role holds'),
  },
  {
    says: 'a row of the audit can be changed afterwards',
    name: 'up',
    within: 'packages/server/migrations/0012_audit.ts',
    find: 'before update or delete on audit for each row',
    replace: 'before delete on audit for each row',
    test: slice(
      'src/rooms/audit/audit.slice.test.ts',
      'a row that was written is never changed, removed or truncated, not even by the owner of the table',
    ),
  },
  {
    says: 'a new password is readable in the audit',
    name: 'kept',
    within: 'packages/server/src/rooms/audit',
    find: "!(typeof value === 'string' && SECRET.test(field))",
    replace: 'value !== undefined',
    test: slice(
      'src/rooms/audit/audit.slice.test.ts',
      'what is written is bounded: long texts, long lists, halves of characters and NUL do no harm',
    ),
  },
  {
    says: 'the audit shows whole numbers to who may not see them',
    name: 'seenFacts',
    within: 'packages/server/src/rooms/audit',
    find: 'seesPhones || !auditPhoneFields.has(field)',
    replace: 'seesPhones !== null || !auditPhoneFields.has(field)',
    test: slice(
      'src/rooms/audit/audit.slice.test.ts',
      'who may not see numbers sees phones of the audit masked; the owner who gave that up as well',
    ),
  },
  {
    says: 'recordings that the merchant still keeps are purged',
    name: 'purgeChunk',
    within: 'packages/server',
    find: 'const old = kept.filter(call => call.isOld === true);',
    replace: 'const old = kept;',
    test: slice(
      'src/rooms/settings/merchant.slice.test.ts',
      'sound and words go after the merchant’s days, the record and its answers stay, and the audit counts them',
    ),
  },
  {
    says: 'a page of another site may show ours in a frame',
    name: 'contentSecurity',
    within: 'packages/server',
    find: `frameAncestors: ["'self'", ...frameAncestors]`,
    replace: `frameAncestors: ['*', ...frameAncestors]`,
    test: slice(
      'test/malice.slice.test.ts',
      'nobody shows our pages in a frame of theirs, but whom the operator names',
    ),
  },
  {
    says: 'a file is given out without the right that made it',
    name: 'mayHave',
    within: 'packages/server',
    find: 'if (!needs.every(right => holds(who, right))) return false;',
    replace: '',
    test: slice(
      'src/rooms/files/who-has.slice.test.ts',
      'is heard by who made the call, and by nobody without the call log, whatever else they hold',
    ),
  },
  {
    says: 'one merchant fills the disk',
    name: 'openSpace',
    within: 'packages/server',
    find: '> MERCHANT_BYTES)',
    replace: '> MERCHANT_BYTES && bytes < 0)',
    test: slice(
      'src/rooms/files/upload.slice.test.ts',
      'a merchant who keeps 2 GB brings nothing more, by sheet or by paste, and nobody else is hindered',
    ),
  },
  {
    says: 'whole numbers are searched for without an end',
    name: 'openSearches',
    within: 'packages/server',
    find: 'if (searched.size < SEARCHES_A_DAY || fresh(phones).length === 0) return;',
    replace: 'if (phones.length > 0) return;',
    test: slice(
      'test/audited.slice.test.ts',
      'who sees masked numbers searches for fifty whole ones a day, each in the audit; the same again is none more',
    ),
  },
  {
    says: 'live words are told to who may not listen in',
    name: 'bindLivePush',
    within: 'packages/server',
    find: '|| !mayHear(session, found.placedBy)',
    replace: '',
    test: slice(
      'src/rooms/staff/scope.slice.test.ts',
      'live words are for who may listen in, or placed the call; to others a call and a board say nothing of them',
    ),
  },
  {
    says: 'collected numbers stand whole in a call record',
    name: 'maskedWords',
    within: 'packages/server',
    find: 'answers: answers.map(answer => ({ ...answer, value: maskNumbers(answer.value) })),',
    replace: 'answers,',
    test: {
      project: 'fast',
      file: 'packages/server/src/rooms/records/masked-words.test.ts',
      name: 'who lacks phone:unmask reads the words of a call with every number masked; who holds it as they were said',
    },
  },
  {
    says: 'a test that is made of a call tells the numbers that the call masks',
    name: 'maskedTest',
    within: 'packages/server',
    find: 'const masked = maskLines(said).values();',
    replace: 'const masked = said.map(maskNumbers).values();',
    test: {
      project: 'fast',
      file: 'packages/server/src/rooms/talks/from-call.policy.test.ts',
      name: 'a number that was said in breaths, or keyed, is masked in a test as it is in the call',
    },
  },
  {
    says: 'who watches live words with whole numbers is noted nowhere',
    name: 'bindLivePush',
    within: 'packages/server',
    find: 'await noteWatched(db, session, topic, clock.now());',
    replace: '',
    test: slice(
      'test/audited.slice.test.ts',
      'who watches live words and sees numbers in them is noted once a call and a task; who sees none, never',
    ),
  },
  {
    says: 'who sees no numbers learns by adding them which are on the blacklist, as many as he likes',
    name: 'countLearnt',
    within: 'packages/server',
    find: 'await searches.note(known);',
    replace: '',
    test: slice(
      'src/rooms/blacklist/blacklist.slice.test.ts',
      'adding numbers tells who sees none which were there: those are searches, and what was asked is in the audit',
    ),
  },
  {
    says: 'a check that a wrong password locks says nothing to who guards the machine',
    name: 'take',
    within: 'packages/server/src/rooms/tries',
    find: "noteSecurity('signInLocked', ip);",
    replace: '',
    test: slice(
      'src/rooms/security/security.slice.test.ts',
      'who guards the machine reads of each wrong guess at user/prove, and of the last one that it locked',
    ),
  },
  {
    says: 'a form is parsed before its fields are counted',
    name: 'parseForm',
    within: 'packages/server',
    find: "if (areTooMany(text)) throw refuse('tooLarge', { limit: limits.fields });",
    replace:
      "if (new URLSearchParams(text).size > limits.fields || areTooMany(text)) throw refuse('tooLarge', { limit: limits.fields });",
    test: {
      project: 'fast',
      file: 'packages/server/src/platform/http/form.test.ts',
      name: 'a form of "a&" over and over costs no more than its length',
    },
  },
  {
    says: 'one person asks for sheets without an end',
    name: 'openBudgets',
    within: 'packages/server',
    find: 'minute.spent + rateCost > points',
    replace: 'rateCost > points',
    test: slice(
      'test/malice.slice.test.ts',
      'who asks for sheets in a loop is told the seconds to wait; a colleague is not slowed',
    ),
  },
  {
    says: 'tokens of disabled people go on working',
    name: 'holders',
    within: 'packages/server',
    find: "    .where('employee.active', '=', true)",
    replace: '',
    test: slice(
      'src/rooms/security/security.slice.test.ts',
      'tokens of people who may not sign in any more are dead at once, those of others are not',
    ),
  },
  {
    says: 'whoever sees a department sees everybody',
    name: 'seenPeople',
    within: 'packages/server',
    find: "  if (scope === 'all') return 'everybody';",
    replace: "  if (scope !== 'own') return 'everybody';",
    test: slice(
      'src/rooms/staff/scope.slice.test.ts',
      'a person who moves takes what they made along, for who sees the department',
    ),
  },
  {
    says: 'a page that comes back has lost what was said meanwhile',
    name: 'resume',
    within: 'packages/server',
    find: 'if (after !== null || held.again || held.messages.length > 0) await catchUp(hub, [connection]);',
    replace: 'if (held.again) await catchUp(hub, [connection]);',
    test: slice(
      'src/platform/push/resume.slice.test.ts',
      'a page that comes back gets what it missed in order, once, on whichever process it lands',
    ),
  },
  {
    says: 'mpbind asks for a token, against the order of the rules',
    name: 'whereTo',
    within: 'packages/web',
    find: "  if (route.name === 'mpbind') return on;\n  if (!visit.token) return isLogin ? on : to(login);",
    replace: "  if (!visit.token) return isLogin ? on : to(login);\n  if (route.name === 'mpbind') return on;",
    test: { project: 'fast', file: 'packages/web/src/app/where-to.test.ts', name: 'mpbind is always allowed' },
  },
  {
    says: 'a merchant sees the branding of another reseller',
    name: 'findForHost',
    within: 'packages/server',
    find: ".where('host', '=', host)\n            .where('provenAt', 'is not', null),",
    replace: ".where('host', '<>', host)\n            .where('provenAt', 'is not', null),",
    test: slice(
      'src/rooms/branding/branding.slice.test.ts',
      'O-012 O-013 O-015 O-016: title, icon, theme and login of a page are those of its host before any script runs',
    ),
  },
];
