/**
 * Who may what, by hand (docs/rights.md#rights): every endpoint of the contract against every kind of person,
 * and what they are let into against rows of another merchant. An endpoint without a line here is a failure.
 */
import { type Endpoint, endpoints, refusals } from '@lianxian/contract';
import { roleTemplates } from '@lianxian/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from './house.ts';
import { openLevel, peopleOf } from './people.ts';
import { type Assets, assetOf, provisionMerchant, samplesFor } from './samples.ts';
import { giveSeat } from './seats.ts';

/** The platform, a reseller, an owner, the two templates, somebody without a role: a `1` is let in. */
const kinds = ['admin', 'agent', 'company', 'manager', 'seat', 'nobody'] as const;
type Kind = (typeof kinds)[number];

const table: readonly (readonly [may: string, paths: string])[] = [
  [
    '1 1 1 1 1 1',
    `user/captcha user/pageInfo user/login user/resetAsk user/resetState
     user/resetFinish user/mpBind user/logout user/getUserInfo user/index user/sessions user/endSession
     user/endOtherSessions user/changePwd user/agreement user/security user/totpBegin user/totpConfirm user/totpEnd user/prove
     user/bindCode user/unbind file/ticket batch/list batch/cancel message/list message/unread message/read
     message/readAll message/choices message/saveChoices table/settings table/saveLook table/saveView table/removeView keeping/state config/all rules/own rules/versions
     removal/undo notice/current help/list help/detail help/search updateLog/list text/commitment
     palette/find oa/grantors custom/suggestRegion market/shelves market/list market/detail market/hear market/talk market/mine market/opinions
     recordOrder/desk recordOrder/work recordOrder/take recordOrder/handIn recordOrder/listen`,
  ],
  [
    '0 1 1 1 1 0',
    `line/options plan/list plan/options practice/callees call/place call/hangUp live/hangUp call/list call/people call/detail numberFile/read call/graph call/ladder user/live
     call/changeTypes taskLog/list taskLog/changeType voiceLog/list
     call/correctLevel followUp/list followUp/count followUp/take followUp/leave followUp/done followUp/note todo/list todo/count todo/done todo/note todo/callBack todo/letGo talk/testFromCall talk/recordings talk/parameterSearch level/recent level/facts level/backTestChanges
     nodeStat/ended custom/list custom/views custom/choices custom/detailOrid custom/save custom/whose custom/changeType custom/nextStep custom/note
     custom/timeline custom/changeTypes custom/tag custom/take custom/giveBack custom/settings custom/ask custom/asks custom/answerAsk
     sms/options sms/preview sms/send sms/messages sms/message sms/replies sms/closeReplies`,
  ],
  [
    '0 1 1 0 0 0',
    `line/list port/list line/save line/enable line/numbers line/addNumbers line/saveNumber line/removeNumber line/remove line/check
     line/findings port/save port/remove config/save rules/save keeping/takeOut speech/list speech/save speech/remove speech/choose speech/test
     speech/line speech/webhookSecret webhook/list webhook/save webhook/renewSecret webhook/enable webhook/remove webhook/test
     webhook/deliveries webhook/delivery webhook/replay sms/decideTemplate sms/saveSettings sms/providers sms/saveProvider sms/enableProvider sms/removeProvider sms/testProvider`,
  ],
  [
    '0 1 1 1 0 0',
    `market/take market/giveBack market/changes market/upgrade market/saveOpinion planProduct/mine planProduct/save planProduct/lint planProduct/submit planProduct/withdraw
     sms/templates sms/template sms/saveTemplate sms/submitTemplate sms/removeTemplate sms/count sms/sendMany sms/batches sms/cancelBatch sms/cancel sms/links sms/export sms/settings
     port/options keywords/groups keywords/analyzer keywords/search line/monitor line/failures
     call/listenTicket call/choices approval/list call/assign call/recordings call/export call/append task/reportSheet decision/list decision/summary decision/export numberFile/export file/uploadSheet task/save task/copy task/again task/againPeople task/remove task/preview task/check task/import task/takeOut task/countTakeOut task/takeOutMany task/takeOuts task/putBack
     task/templates task/saveTemplate task/series task/follow task/stopFollow task/repeat task/setSeries
     task/takeBackImport task/imports task/keptTitles task/beforeStart
     task/list task/detail task/retryVersions task/board live/calls live/tasks task/report task/callees task/budget task/start task/pause task/resume task/stop task/stopAll blacklist/list experiment/read experiment/nodes experiment/voices experiment/save experiment/remove experiment/end whatIf/look whatIf/truth whatIf/day
     blacklist/add blacklist/allow blacklist/remove webhook/options afterCall/rules afterCall/save afterCall/tryOut
     whitelist/list whitelist/add whitelist/remove consent/list consent/add consent/uploadProof consent/withdraw
     numberList/import numberList/imports numberList/takeBack numberList/export
     plan/mine plan/create plan/copy plan/rename plan/remove plan/draft plan/saveDraft plan/fills plan/saveFills plan/adjustable plan/adjust plan/here plan/versions plan/version
     plan/check plan/publish plan/restore plan/rollBack plan/exportFile plan/importFile plan/readQuestions
     plan/exportQuestions planNode/list planNode/save planNode/remove nodeRouter/list nodeRouter/save nodeRouter/remove talk/run talk/hear talk/tests talk/saveTest
     talk/removeTest talk/runTests talk/acceptTest talk/draftTest talk/town research/list research/save research/order research/remove
     keywords/saveGroup keywords/addStarters keywords/removeGroup keywords/list keywords/add keywords/saveWord keywords/removeWords keywords/uses
     keywords/meanings
     recordOrder/whom recordOrder/sentences recordOrder/order recordOrder/list recordOrder/info recordOrder/hear recordOrder/accept recordOrder/sendBack recordOrder/cancel
     audio/upload audio/list audio/save audio/remove audio/ticket nodeVoice/list nodeVoice/of nodeVoice/upload
     nodeVoice/choose nodeVoice/keep nodeVoice/remove nodeVoice/listen planVoice/list planVoice/listen dynamicVoice/list dynamicVoice/listen baseVoice/list
     level/backTest level/backTests level/backTestState level/stopBackTest level/accept speech/hearing
     nodeStat/heat nodeStat/missed nodeStat/gain nodeStat/learn nodeStat/ignore mend/ways mend/reread mend/keep mend/undo
     custom/assign custom/handOver custom/remove custom/putBack custom/export custom/toTask custom/fromCalls custom/uploadSheet custom/preview
     custom/import custom/imports custom/takeBackImport custom/duplicates custom/compare custom/merge custom/unmerge`,
  ],
  [
    '1 0 0 0 0 0',
    `sharedList/list sharedList/add sharedList/remove sharedList/uploadSheet sharedList/import sharedList/imports sharedList/takeBack
     sharedList/export trade/save trade/remove line/price balance/topUp balance/usePrices balance/setUsePrices merchant/setReseller merchant/dropFactor reseller/list reseller/save reseller/setActive reseller/resetOwner
     rules/platform rules/savePlatform rules/platformVersions rules/saveYear
     planProduct/reviews planProduct/review planProduct/takeDown planProduct/share
     platform/stopAll keeping/saveRecords keeping/deletions keeping/stopDeletion platform/claims platform/awardNumber notice/list notice/save notice/remove help/all help/save help/move help/remove updateLog/save
     updateLog/remove text/list text/save`,
  ],
  [
    '1 1 0 0 0 0',
    `trade/list trade/choose merchant/list merchant/save merchant/setActive merchant/resetOwner merchant/lines merchant/ledger line/loans line/lend line/takeBack platform/overview platform/cockpit
     branding/detail branding/save branding/saveHost branding/proveHost branding/removeHost branding/uploadPicture`,
  ],
  ['0 1 0 0 0 0', 'balance/transfer'],
  [
    '0 1 1 0 0 0',
    'call/remove call/putBack approval/approve approval/refuse balance/info balance/ledger balance/statement balance/statementSheet balance/warnBelow consent/require',
  ],
  [
    '0 1 1 1 0 0',
    `stat/choices stat/planQuality stat/missed stat/planSheet stat/levels stat/answerHours stat/causes stat/levelSheet stat/questions
     stat/collection stat/cross stat/words stat/answers stat/collectionSheet stat/ports stat/portCauses stat/portSheet stat/report
     stat/saveReport`,
  ],
  ['0 0 1 0 0 0', 'merchant/info merchant/saveContact keeping/askDeletion keeping/takeDeletionBack'],
  ['1 1 1 1 1 1', 'seat/settings'],
  ['0 1 1 0 0 0', 'seat/saveSettings custom/saveSettings'],
  // The platform has colleagues as well.
  [
    '1 1 1 1 0 0',
    `oa/departments oa/saveDepartment oa/moveDepartment oa/removeDepartment oa/positions oa/savePosition oa/removePosition
     oa/employees oa/saveEmployee oa/moveEmployees oa/setActive oa/preview oa/resetPassword oa/removeEmployee role/list role/save
     role/remove role/templates`,
  ],
  [
    '0 1 1 1 0 0',
    'seat/choices seat/list seat/save seat/remove seat/groupList seat/groupSave seat/groupRemove seat/spans seat/figures',
  ],
  // Who has a seat that may connect, whatever the role.
  [
    '0 0 0 0 1 0',
    `user/getSeatPwd seat/me seat/setState seat/targets seat/call seat/act seat/guides seat/keepDraft seat/uploadSurvey seat/uploadCallTask
     seat/wrapUp taskLog/seatDetail taskLog/setSeatEmp custom/detailWithTask custom/callOut`,
  ],
  ['1 1 1 0 0 0', 'audit/list audit/detail audit/people audit/export'],
];
const mayOf = new Map(table.flatMap(([may, paths]) => paths.split(/\s+/).map(path => [path, may.split(' ')] as const)));

const all: readonly Endpoint[] = Object.values(endpoints).flatMap(group => Object.values(group));
const paths = all.map(({ path }) => path);
const lets = (kind: Kind, path: string) => mayOf.get(path)?.[kinds.indexOf(kind)] === '1';

let house: TestHouse;
let others: Assets;
let samples: ReturnType<typeof samplesFor>;
const tokens = {} as Record<Kind, string>;
beforeAll(async () => {
  house = await startTestHouse();
  const staff = peopleOf(house, house.merchants[0]);
  const department = await staff.department('电销部');
  tokens.admin = (await openLevel(house, '300001', 'platform')).token;
  tokens.agent = (await openLevel(house, '300002', 'reseller')).token;
  tokens.company = await house.signIn(house.merchants[0]);
  for (const template of ['manager', 'seat'] as const) {
    const { id, token } = await staff.person(template, { ...roleTemplates[template], departmentId: department });
    tokens[template] = token;
    if (template === 'seat') await giveSeat(house, house.merchants[0].id, id);
  }
  tokens.nobody = (await staff.person('nobody', { roleless: true })).token;
  samples = samplesFor(await provisionMerchant(house, house.merchants[0].id));
  others = await provisionMerchant(house, house.merchants[1].id);
});
afterAll(() => house.close());

test('every endpoint of the contract has its line in the table, and the table has no other', () => {
  expect([...mayOf.keys()].toSorted()).toEqual(paths.toSorted());
});

test.each(kinds)('%s is let into what the table says, and refused the rest', async kind => {
  const wrong: string[] = [];
  // Signing out comes last: the token is needed before.
  for (const path of paths.filter(each => each !== 'user/logout')) {
    const { errorCode } = await house.post(path, { token: tokens[kind] });
    const isLetIn = errorCode !== refusals.noRight.code && errorCode !== refusals.signedOut.code;
    if (isLetIn !== lets(kind, path)) wrong.push(`${path} answered ${errorCode}`);
    if (errorCode === refusals.serverBusy.code) wrong.push(`${path} broke`);
  }
  expect(wrong).toEqual([]);
});

const MISSING = '9223372036854775806';

test.each(['agent', 'manager', 'seat', 'nobody'] as const)(
  'for %s a row of another merchant is missing like one that never was',
  async kind => {
    const wrong: string[] = [];
    for (const path of paths.filter(each => lets(kind, each) && !each.startsWith('merchant/'))) {
      for (const field of Object.keys(samples[path] ?? {})) {
        const asset = assetOf(path, field);
        if (asset === null) continue;
        const fields = { ...samples[path], token: tokens[kind] };
        const foreign = await house.post(path, { ...fields, [field]: others[asset] });
        const missing = await house.post(path, { ...fields, [field]: MISSING });
        if (foreign.errorCode === 0 || foreign.errorMsg !== missing.errorMsg)
          wrong.push(`${path} ${field}: ${foreign.errorMsg} / ${missing.errorMsg}`);
      }
    }
    expect(wrong).toEqual([]);
  },
);
