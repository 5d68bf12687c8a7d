/** Looking with an employee's eyes (decision 67), of every endpoint: it reads what that person reads, and does nothing. */
import { type Endpoint, endpoints, oaEndpoints, refusals, userEndpoints } from '@lianxian/contract';
import { accessKeys, buttons } from '@lianxian/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from './house.ts';
import { peopleOf, type TestPerson } from './people.ts';
import { type Assets, assetOf, provisionMerchant, samplesFor } from './samples.ts';
import { giveSeat } from './seats.ts';

/** By hand: what a preview may ask. All else is closed to it, an endpoint to come as well. */
const open = `user/getUserInfo user/index user/logout notice/current help/list help/detail help/search updateLog/list
  text/commitment table/settings config/all rules/own rules/versions batch/list followUp/list followUp/count todo/list todo/count
  call/list taskLog/list voiceLog/list call/choices call/people call/detail call/graph call/ladder level/recent level/facts level/backTests level/backTestState level/backTestChanges
  task/list task/detail task/retryVersions task/board live/calls live/tasks task/callees task/report task/againPeople task/imports task/templates task/series task/follow task/beforeStart blacklist/list whitelist/list consent/list numberList/imports experiment/read experiment/nodes experiment/voices whatIf/look whatIf/truth whatIf/day
  decision/list decision/summary afterCall/rules afterCall/tryOut sms/templates sms/template sms/options sms/preview sms/messages sms/message market/shelves market/list market/detail market/hear market/mine market/opinions planProduct/mine sms/replies sms/batches sms/links sms/settings sms/providers webhook/list webhook/options keeping/state
  line/list line/options line/numbers line/monitor line/failures line/findings practice/callees port/list port/options
  speech/list speech/hearing plan/list plan/options plan/mine plan/draft plan/versions plan/version plan/check
  planNode/list nodeRouter/list research/list talk/tests talk/recordings
  nodeStat/heat nodeStat/ended nodeStat/missed nodeStat/gain
  keywords/groups keywords/list keywords/uses keywords/analyzer keywords/meanings keywords/search
  recordOrder/sentences recordOrder/list audio/list nodeVoice/list nodeVoice/of planVoice/list dynamicVoice/list baseVoice/list
  oa/departments oa/positions oa/employees role/list role/templates
  user/live oa/grantors palette/find custom/list custom/views custom/choices custom/detailOrid custom/suggestRegion custom/timeline
  custom/imports custom/settings plan/fills plan/adjustable
  seat/choices seat/list seat/groupList seat/spans seat/figures seat/settings
  stat/choices stat/planQuality stat/missed stat/levels stat/answerHours stat/causes stat/questions stat/collection stat/cross
  stat/words stat/answers stat/ports stat/portCauses`.split(/\s+/);

const all: readonly Endpoint[] = Object.values(endpoints).flatMap(group => Object.values(group));
const closed = all.filter(({ right, inPreview }) => right.needs !== 'nothing' && !inPreview);

let house: TestHouse;
let own: Assets;
let others: Assets;
let samples: ReturnType<typeof samplesFor>;
let owner = '';
/** Who holds every page and button, and a seat, so that only the preview stands in his way. */
let person: TestPerson;
let preview = '';
const named = (list: readonly Endpoint[]) => list.map(one => [one.path, one] as const);
const read = named(all.filter(({ path, inPreview }) => inPreview && path !== 'user/logout'));

beforeAll(async () => {
  // It stands still: what is reckoned from now is the same of two who ask.
  const at = new Date();
  house = await startTestHouse({}, () => ({ clock: { now: () => at } }));
  owner = await house.signIn(house.merchants[0]);
  own = await provisionMerchant(house, house.merchants[0].id);
  others = await provisionMerchant(house, house.merchants[1].id);
  samples = samplesFor(own);
  const staff = peopleOf(house, house.merchants[0]);
  person = await staff.person('all', { rights: accessKeys, buttons, scope: 'all' });
  await giveSeat(house, house.merchants[0].id, person.id);
  preview = (await house.ask(oaEndpoints.preview, { id: person.id }, owner)).token;
});
afterAll(() => house.close());

test('what a preview may ask is what was decided, and all of it only reads', () => {
  expect(
    all
      .filter(({ inPreview }) => inPreview)
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(open.toSorted());
  expect(all.filter(({ inPreview, idempotent, upload }) => inPreview && (!idempotent || upload))).toEqual([]);
});

/** Everything that a merchant has and could be changed; what the house itself notes as it goes left out. */
const kept = async () => {
  const tables = [
    'task',
    'callee',
    'call',
    'plan',
    'line',
    'role',
    'employee',
    'blacklist',
    'keyword_group',
    'session',
  ];
  const counts = await Promise.all(
    tables.map(async table => {
      const { rows } = await house.database.pool.query(`select md5(string_agg(t::text, '|' order by t::text)) as sum
        from (select to_jsonb(${table}) - 'seen_at' as t from ${table}) t`);
      return [table, rows[0].sum];
    }),
  );
  return Object.fromEntries(counts);
};

test('what does something is refused with a sentence, and nothing has changed', async () => {
  const before = await kept();
  const wrong: string[] = [];
  for (const { path, right } of closed) {
    const { errorCode, errorMsg } = await house.post(path, { ...samples[path], token: preview });
    const isRight = right.needs === 'role' ? errorCode === refusals.noRight.code : errorMsg === '预览只能看，不能操作';
    if (!isRight) wrong.push(`${path} answered ${errorCode} ${errorMsg}`);
  }
  expect(wrong).toEqual([]);
  expect(await kept()).toEqual(before);
});

test.each(read)('%s answers a preview as it answers the person', async path => {
  const asked = { ...samples[path] };
  const theirs = await house.post(path, { ...asked, token: person.token });
  const seen = await house.post(path, { ...asked, token: preview });
  if (path === 'user/getUserInfo') Object.assign(theirs.data as object, { previewUntil: expect.any(String) });
  // Reckoned from the clock of the database.
  if (path === 'task/beforeStart') Object.assign(theirs.data as object, { doneAt: expect.any(String) });
  expect(seen).toEqual(theirs);
});

test.each(read)('%s says nothing of another merchant to a preview', async path => {
  for (const field of Object.keys(samples[path] ?? {})) {
    const asset = assetOf(path, field);
    if (asset === null) continue;
    const answer = await house.post(path, { ...samples[path], token: preview, [field]: others[asset] });
    expect([path, answer.errorCode]).toEqual([path, refusals.notFound.code]);
  }
  const answer = await house.post(path, { ...samples[path], token: preview });
  expect(JSON.stringify(answer)).not.toContain('乙商户');
});

test('a page that the person may not open stays shut', async () => {
  const staff = peopleOf(house, house.merchants[0]);
  const { id } = await staff.person('few', { rights: ['callLog'] });
  const { token } = await house.ask(oaEndpoints.preview, { id }, owner);
  expect(await house.post('call/list', { token })).toMatchObject({ errorCode: 0 });
  expect(await house.post('task/list', { token })).toMatchObject({ errorCode: refusals.noRight.code });
  expect(await house.ask(userEndpoints.getUserInfo, {}, token)).toMatchObject({ rights: ['callLog'], btns: [] });
  // One at a time: the one before is over.
  expect(await house.post('call/list', { token: preview })).toMatchObject({ errorCode: refusals.signedOut.code });
  preview = (await house.ask(oaEndpoints.preview, { id: person.id }, owner)).token;
});

test('no file is had and none is sent', async () => {
  const address = `${house.origin}/api/common/download/${own.file}`;
  const asked = await fetch(address, { method: 'POST', body: new URLSearchParams({ token: preview }) });
  expect(await asked.json()).toMatchObject({ errorCode: refusals.previewOnly.code });
  expect((await fetch(`${address}?token=${preview}`)).status).toBe(403);
  const form = new FormData();
  form.set('token', preview);
  form.set('file', new File(['13800138000'], '名单.csv'));
  const sent = await fetch(`${house.origin}/api/front/file/uploadSheet`, { method: 'POST', body: form });
  expect(await sent.json()).toMatchObject({ errorCode: refusals.previewOnly.code });
});
