import {
  answerBys,
  batchStates,
  checkKinds,
  checkStates,
  consentSources,
  deliveryStates,
  endedHows,
  entryKinds,
  fileReaders,
  followBecauses,
  keywordKinds,
  noticeLevels,
  recordOffers,
  reportEvery,
  semantics,
  seriesPeople,
  seriesStates,
  speechPurposes,
  textKinds,
  voiceKinds,
  voiceSources,
} from '@lianxian/contract';
import {
  billUnits,
  callDirections,
  calleeStates,
  callerPicks,
  callFaults,
  callOrigins,
  callStages,
  callStates,
  customerTypes,
  dataScopes,
  hungUpBys,
  lanes,
  levels,
  lineSettings,
  lineStates,
  merchantKinds,
  messageSources,
  messageStates,
  partyTypes,
  planLicences,
  providerKinds,
  recordOrderStates,
  roleCodes,
  roleTemplateNames,
  seatStates,
  seatStrategies,
  sentenceStates,
  smsKinds,
  suspicions,
  taskStates,
  templateReviewStates,
  templateStates,
  todoKinds,
  todoStates,
} from '@lianxian/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerEventKinds } from '../src/platform/db/schema.customers.ts';
import { startTestDatabase, type TestDatabase } from './database.ts';

/**
 * A word that the code knows and the database refuses loses a call when it ends; one that the database keeps and the code
 * does not know is shown as nothing. So each list of words in a check of the migrated tables is one of the code's.
 */
const lists: Readonly<Record<string, readonly (string | number)[]>> = {
  'answer by': answerBys,
  'stat_report every': reportEvery,
  'back_test state': batchStates,
  'batch state': batchStates,
  'batch type': [0, 1, 2],
  'call bill_unit_s': billUnits,
  'call direction': callDirections,
  'call customer_type': customerTypes,
  'customer cate_type': customerTypes,
  'customer last_level': levels,
  'customer sex': ['', '1', '2'],
  'customer_event kind': customerEventKinds,
  'call ended_how': endedHows,
  'call fault': callFaults,
  'call hung_up_by': hungUpBys,
  'call level': levels,
  'call origin': callOrigins,
  'call_leg ended_by': hungUpBys,
  'call_leg kind': ['callee', ...partyTypes],
  'call stage': callStages,
  'call state': callStates,
  'callee lane': Object.values(lanes),
  'callee state': calleeStates,
  'employee role_code': roleCodes,
  'file kind': Object.keys(fileReaders),
  'guide_question type': [1, 2],
  'keyword kind': keywordKinds,
  'keyword_group semantic': semantics,
  'ledger kind': entryKinds,
  'call_correction level': levels,
  'consent source': consentSources,
  'call_correction ruled_level': levels,
  'seat_group strategy': seatStrategies,
  'seat_presence state': seatStates,
  'seat_span state': seatStates,
  'line bill_unit_s': billUnits,
  'line abroad': lineSettings.abroad.words,
  'line access': lineSettings.access.words,
  'line codecs': lineSettings.codecs.words,
  'line keys_by': lineSettings.keysBy.words,
  'line pick': callerPicks,
  'line tls_check': lineSettings.tlsCheck.words,
  'line transport': lineSettings.transport.words,
  'line_check kind': checkKinds,
  'line_check state': checkStates,
  'line_health state': lineStates,
  'merchant kind': merchantKinds,
  'missed_line because': suspicions,
  'notice level': noticeLevels,
  'plan licence': planLicences,
  'role scope': dataScopes,
  'role template': roleTemplateNames,
  'record_order offered_as': recordOffers,
  'record_order state': recordOrderStates,
  'record_sentence state': sentenceStates,
  'speech_service purpose': speechPurposes,
  'task state': taskStates,
  'task_follow because': followBecauses,
  'todo kind': todoKinds,
  'todo state': todoStates,
  'task_series people': seriesPeople,
  'task_series state': seriesStates,
  'sms_message kind': smsKinds,
  'sms_message source': messageSources,
  'sms_message state': messageStates,
  'sms_provider kind': providerKinds,
  'sms_review state': templateReviewStates,
  'sms_template kind': smsKinds,
  'sms_template state': templateStates,
  'webhook_delivery state': deliveryStates,
  'legal_text kind': textKinds,
  'voice kind': voiceKinds,
  'voice source': voiceSources,
};
/** What only the statements of one room write and read. */
const ofOneRoom = [
  'branding_picture mime',
  'export_request state',
  'back_test_count what',
  'node_hour what',
  'stat_day split',
  'consent withdrawn_by',
  'list_import list',
];

let rows: TestDatabase;
beforeAll(async () => {
  rows = await startTestDatabase();
});
afterAll(() => rows.close());

test('every list of words that a table checks is a list of the code, with the same words', async () => {
  const { rows: found } = await rows.database.pool.query<{ name: string; rule: string }>(
    `select c.conrelid::regclass || ' ' || a.attname as name, pg_get_constraintdef(c.oid) as rule
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'c' and cardinality(c.conkey) = 1 and c.coninhcount = 0
       and c.connamespace = current_schema()::regnamespace and pg_get_constraintdef(c.oid) like '%= ANY (%'`,
  );
  const checked = Object.fromEntries(
    found.map(({ name, rule }) => [
      name,
      [...rule.matchAll(/'([^']*)'::(?:text|smallint)|(-?\d+)/g)].map(([, word, digits]) => word ?? Number(digits)),
    ]),
  );
  expect(Object.keys(checked).sort()).toEqual([...Object.keys(lists), ...ofOneRoom].sort());
  for (const [name, words] of Object.entries(lists))
    expect([name, checked[name]?.map(String).sort()]).toEqual([name, words.map(String).sort()]);
});
