/** A closed plan (decision 131): it runs, and its author's words are in no answer of any endpoint and in no file. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import {
  callEndpoints,
  closedPlanEndpoints,
  type Endpoint,
  endpoints,
  keepingEndpoints,
  nodeVoiceEndpoints,
  planEndpoints,
  refusals,
} from '@lianxian/contract';
import { accessKeys, buttons, compilePlan, type Plan, sealPlan } from '@lianxian/core';
import { replay } from '@lianxian/core/simulation';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobsOf } from '../src/composition/jobs.ts';
import { openProcessContext } from '../src/composition/process-context.ts';
import { openBench } from '../src/platform/bench.ts';
import { merchantDb } from '../src/platform/db/index.ts';
import { openSecrets } from '../src/platform/secrets.ts';
import { fileEnding } from '../src/rooms/dialler/filing.store.ts';
import { summedOf } from '../src/rooms/dialler/summary.view.ts';
import { transcriptOf } from '../src/rooms/dialler/transcript.view.ts';
import { insertUnpacked, packPlan, unpackPlan } from '../src/rooms/packages/index.ts';
import { insertDraft, keptOf, planVersion } from '../src/rooms/plans/index.ts';
import { importTests } from '../src/rooms/talks/index.ts';
import { answeredEnding } from './answered-ending.ts';
import { startTestHouse, type TestHouse, testConfig } from './house.ts';
import { settlings } from './number-key.ts';
import { peopleOf } from './people.ts';
import { type Assets, provisionMerchant, samplesFor } from './samples.ts';
import { giveSeat } from './seats.ts';

/** In every word of the author's that nobody may see; what the robot says has it nowhere. */
const SECRET = '魑魅';
const NAMES = 'chimei';
const heard = {
  words: [`${SECRET}词`],
  combined: [[`${SECRET}甲`, `${SECRET}乙`]],
  exact: [`${SECRET}整句`],
  patterns: [`[帮我]${SECRET}句型`],
  except: [`${SECRET}除外`],
};
const plan: Plan = {
  name: '封闭的回访',
  variables: [
    { name: 'city', label: '城市', fallback: '本地', spoken: 'asWritten' },
    { name: 'size', label: '面积', fallback: '', spoken: 'asWritten' },
  ],
  rootFlow: `${NAMES}-main`,
  flows: [
    {
      id: `${NAMES}-main`,
      name: `${SECRET}流程`,
      rootNode: `${NAMES}-open`,
      nodes: [
        {
          ...{ kind: 'speak', id: `${NAMES}-open`, name: `${SECRET}开场`, interruption: { when: 'onMeaning' } },
          sentences: ['您好，我是小林，想请您来看房，方便吗？'],
          routers: [
            { on: 'yes', to: `${NAMES}-size` },
            { on: { intent: `${NAMES}-later` }, to: `${NAMES}-menu` },
            { on: 'other', to: `${NAMES}-bye` },
          ],
        },
        {
          ...{ kind: 'collect', id: `${NAMES}-size`, name: `${SECRET}问面积`, interruption: { when: 'never' } },
          ...{ sentences: ['您想要多大的？'], variable: 'size' },
          accepts: { type: 'choice', options: [{ value: '大户型', words: [`${SECRET}大`, '大的'] }] },
          routers: [{ on: 'collected', to: `${NAMES}-if` }],
        },
        {
          ...{ kind: 'condition', id: `${NAMES}-if`, name: `${SECRET}分流`, otherwise: `${NAMES}-bye` },
          branches: [{ when: { variable: 'city', is: 'equal', value: `${SECRET}城` }, to: `${NAMES}-menu` }],
        },
        {
          ...{
            kind: 'menu',
            id: `${NAMES}-menu`,
            name: `${SECRET}按键`,
            interruption: { when: 'always' },
            routers: [],
          },
          ...{ sentences: ['回电请按一。'], keys: [{ key: '1', label: `${SECRET}回电`, to: `${NAMES}-bye` }] },
        },
        { kind: 'hangup', id: `${NAMES}-bye`, name: `${SECRET}结束`, sentences: ['再见。'] },
      ],
    },
  ],
  intents: [
    { ...heard, id: `${NAMES}-yes`, name: `${SECRET}愿意`, priority: 5, means: 'yes', words: [`${SECRET}愿`, '可以'] },
    { ...heard, id: `${NAMES}-later`, name: `${SECRET}晚点`, priority: 1 },
  ],
  knowledge: [
    {
      ...{ ...heard, id: `${NAMES}-price`, name: `${SECRET}问价`, priority: 1, answers: ['现场给您报价。'] },
      ...{ likes: [`${SECRET}这个房子的价钱到底是多少呀`], interruption: { when: 'never' } },
      ...{ next: { resume: 'repeat' }, limit: 3 },
    },
  ],
  levelRules: [
    { level: 'A', name: `${SECRET}有意向`, when: [{ fact: 'passedNode', node: `${NAMES}-size` }] },
    { level: 'D', name: `${SECRET}其余`, when: [] },
  ],
  defaults: {
    ...{ silence: { ms: 4_000, sentences: ['您在听吗？'] }, notUnderstood: { sentences: ['您再说一遍？'] } },
    ...{ longestMs: 600_000, mostTurns: 50, announcement: '', backchannels: [`${SECRET}嗯`] },
    opening: { caller: false, machine: false, recorded: false },
  },
} as Plan;
const conversation = {
  ...{ variables: {}, minuteOfDay: 600, moves: [{ does: 'say', text: `${SECRET}愿` }], world: 'succeeds' },
  expects: { path: [`${NAMES}-open`, `${NAMES}-size`], understood: [{ move: 0, meaning: 'yes' }] },
} as const;

let house: TestHouse;
let token = '';
let closed = '';
let talked = '';
let samples: ReturnType<typeof samplesFor>;
const bench = openBench();
const all: readonly Endpoint[] = Object.values(endpoints).flatMap(group => Object.values(group));
const sql = async (text: string, ...values: readonly unknown[]) =>
  (await house.database.pool.query(text, [...values])).rows;
const seller = () => merchantDb(house.database.db, house.merchants[0].id);
const buyer = () => merchantDb(house.database.db, house.merchants[1].id);
const benchOf = (merchantId: string) => ({
  bench: {
    run: <A>(program: URL, work: unknown) => bench.run<A>(program, merchantId, work),
    inTurn: <T>(work: () => Promise<T>) => bench.inTurn(merchantId, work),
  },
});

/** A talk through the machine of a call, filed as a call of the closed plan. */
const talk = async (own: Assets): Promise<string> => {
  const [{ id }] = await sql(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, phone, direction, stage, owner, fence,
       leased_until, owner_id)
     values ($1, $2, 1, '封闭的回访', $3, '线路', '13812342217', 'out', 'talking', 'n', 1, now(),
       (select id from employee where merchant_id = $1 order by id limit 1)) returning id::text`,
    ...[buyer().merchantId, closed, own.line],
  );
  const { graph } = (await planVersion(buyer(), closed, 1))!;
  const compiled = compilePlan(graph);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults));
  const said = ['这个房子的价钱到底是多少呀', '可以', '大的'].map(text => ({ does: 'say', text }) as const);
  const { talk: view, summary } = replay({ plan: compiled.compiled, moves: [...said, { does: 'hangUp' }] });
  const transcript = transcriptOf(view, 0 as never);
  const ending = answeredEnding(
    { merchantId: buyer().merchantId, call: id, fence: 1 },
    { transcript, ...summedOf(summary, transcript) },
  );
  await fileEnding(house.database.db, ending, settlings);
  return id;
};

beforeAll(async () => {
  house = await startTestHouse();
  const by = { employeeId: null, at: house.now() };
  const own = await provisionMerchant(house, buyer().merchantId);
  const made = await insertDraft(seller(), keptOf(plan), by);
  await importTests(seller(), made, [{ name: `${SECRET}测试`, test: conversation as never }], by);
  const secrets = openSecrets(Buffer.alloc(32, 7).toString('base64'));
  const packed = await packPlan({ db: seller(), secrets }, { planId: made, licence: 'own', showsPhones: true });
  const unpacked = await unpackPlan(benchOf(buyer().merchantId), packed.bytes, { closed: true });
  const taken = await buyer().transaction(tx =>
    insertUnpacked(tx, unpacked, { name: '封闭的回访', licence: 'closed', by, publish: { note: '第一版' } }),
  );
  closed = taken.id;
  expect(taken).toMatchObject({ version: 1, tests: 1 });
  await sql('update task set plan_id = $2 where merchant_id = $1', buyer().merchantId, closed);
  await sql(`update call set plan_id = $2 where merchant_id = $1`, buyer().merchantId, closed);
  talked = await talk(own);
  token = await house.signIn(house.merchants[1]);
  await giveSeat(house, buyer().merchantId, house.merchants[1].owner.id);
  const [{ id: itsTest }] = await sql('select id::text from plan_test where plan_id = $1', closed);
  samples = samplesFor({ ...own, plan: closed, call: talked, answered: talked, planTest: itsTest });
});
afterAll(async () => {
  await bench.close();
  await house.close();
});

const isSilent = (told: string) => !told.includes(SECRET) && !told.toLowerCase().includes(NAMES);

test('it runs: its talk is understood by words that its record does not tell, at nodes with numbers for names', async () => {
  const call = await house.ask(callEndpoints.detail, { id: talked }, token);
  const mine = call.transcript.filter(({ speaker }) => speaker === 'callee');
  expect(mine.map(({ understood }) => [understood?.name, understood?.matched])).toEqual([
    ['问题 1', ''],
    [expect.any(String), ''],
    [expect.any(String), ''],
  ]);
  expect(call).toMatchObject({ level: 'A', levelRule: '规则 1' });
  expect(JSON.stringify(call)).toContain('节点 2');
  expect(JSON.stringify(call)).toContain('大户型');
});

test('opening, variables and voice are set: published at once, by the gates; nothing else of it changes', async () => {
  const before = (await planVersion(buyer(), closed, 1))!.graph;
  const { rev, opening, variables } = await house.ask(closedPlanEndpoints.adjustable, { id: closed }, token);
  expect(opening).toEqual(['您好，我是小林，想请您来看房，方便吗？']);
  expect(variables).toContainEqual({ name: 'city', label: '城市', fallback: '本地' });
  const wish = {
    id: closed,
    rev,
    opening: ['您好，我是阿木，来看房吗？'],
    fallbacks: [{ name: 'city', fallback: '上海' }],
  };
  const { version } = await house.ask(closedPlanEndpoints.adjust, { ...wish, speed: 1.1 }, token);
  expect(version).toBe(2);
  const { graph } = (await planVersion(buyer(), closed, 2))!;
  const [flow] = before.flows;
  expect(graph).toMatchObject({
    ...before,
    variables: [{ ...before.variables[0], fallback: '上海' }, before.variables[1]],
    flows: [{ ...flow, nodes: [{ ...flow!.nodes[0], sentences: wish.opening }, ...flow!.nodes.slice(1)] }],
    defaults: { ...before.defaults, voice: { source: 'synthesised', speed: 1.1 } },
  });
  const { list } = await house.ask(nodeVoiceEndpoints.list, { planId: closed }, token);
  expect(JSON.stringify(list)).toContain('阿木');
  expect((await house.ask(planEndpoints.mine, {}, token)).list.find(({ id }) => id === closed)).toMatchObject({
    ...{ licence: 'closed', version: 2, state: 'published' },
  });
  // Somebody who had it open before.
  expect(
    await house.post('plan/adjust', { id: closed, rev: String(rev), opening: '["喂"]', fallbacks: '[]', token }),
  ).toMatchObject({
    errorCode: refusals.draftChanged.code,
  });
});

test('its author’s words are in no answer of any endpoint, whoever of its holder’s people asks', async () => {
  const told: string[] = [];
  const refused = new Set<string>();
  const ask = async ({ path }: Endpoint, by: string) => {
    const answer = await house.post(path, { ...samples[path], token: by });
    if (!isSilent(JSON.stringify(answer))) told.push(path);
    if (answer.errorCode === refusals.planClosed.code) refused.add(path);
  };
  const asked = all.filter(({ upload }) => !upload);
  // The owner, who may all; and who looks with somebody’s eyes, what reads.
  const staff = peopleOf(house, house.merchants[1]);
  const person = await staff.person('all', { rights: accessKeys, buttons, scope: 'all' });
  const preview = (await house.ask(endpoints.oa.preview, { id: person.id }, token)).token;
  for (const one of asked) if (one.inPreview && one.path !== 'user/logout') await ask(one, preview);
  // Some end sign-ins: each is asked with one of its own.
  for (const one of asked) await ask(one, await house.sessionOf(buyer().merchantId, house.merchants[1].owner.id));
  expect(told).toEqual([]);
  expect([...refused].toSorted()).toEqual(all.flatMap(({ path, opensGraph }) => (opensGraph ? [path] : [])).toSorted());
  token = await house.sessionOf(buyer().merchantId, house.merchants[1].owner.id);
});

test('nor in any file that comes of it: sheets, recordings, all that its merchant has', async () => {
  await house.ask(keepingEndpoints.takeOut, {}, token);
  const context = await openProcessContext(testConfig({ dataDir: house.dataDir, databaseUrl: house.url }), 'jobs');
  const jobs = jobsOf(context, bench);
  const begun = await sql(`select id::text from batch where merchant_id = $1`, buyer().merchantId);
  for (const { id } of begun)
    await jobs.batch?.({ merchantId: buyer().merchantId, id }, new AbortController().signal).catch(() => undefined);
  await context.close();
  const program = `import sys,os,io,zipfile,gzip
words=[w.encode() for w in sys.argv[2:]]
def parts(name,data):
    yield name,data
    if data[:2]==b'PK':
        z=zipfile.ZipFile(io.BytesIO(data))
        for n in z.namelist(): yield from parts(name+'/'+n,z.read(n))
    if data[:2]==b'\\x1f\\x8b': yield from parts(name+'.gz',gzip.decompress(data))
files=0
for root,_,names in os.walk(sys.argv[1]):
    for n in names:
        p=os.path.join(root,n)
        for part,data in parts(n,open(p,'rb').read()):
            files+=1
            if any(w in data for w in words): print('told:',part)
print('files',files>20)`;
  const { stdout } = await promisify(execFile)('python3', ['-c', program, house.dataDir, SECRET, NAMES]);
  expect(stdout.trim()).toBe('files True');
});

/** Endpoints that are told a plan, or a part of one, and open no graph: why, by paths. */
const shows: readonly (readonly [why: string, paths: string])[] = [
  [
    'it is named, removed, put back by its number, as any plan',
    'plan/rename plan/remove plan/here plan/versions plan/rollBack',
  ],
  ['what may be set of a closed plan', 'plan/adjustable plan/adjust'],
  [
    'what it collects is no secret: what fills customers, what seats ask',
    'plan/fills plan/saveFills research/list research/save seat/guides',
  ],
  [
    'what it says is heard anyway, and must be recorded',
    `audio/list nodeVoice/list nodeVoice/of nodeVoice/upload nodeVoice/listen planVoice/list planVoice/listen
     recordOrder/sentences recordOrder/order recordOrder/list`,
  ],
  [
    'the market names it by what it was sold as, and of what changed no more than how much',
    'market/changes market/giveBack market/upgrade',
  ],
  ['what was taken is sold by nobody: its lint says so', 'planProduct/save'],
  ['it is called with', 'call/place line/saveNumber task/save seat/save experiment/voices'],
  ['names of nodes, of which a closed plan has none of its author’s', 'experiment/nodes'],
  [
    'calls are found by their plan, and tell of it what its names tell',
    `call/list call/export call/people call/append call/changeTypes call/assign call/remove call/recordings custom/fromCalls
     stat/planQuality stat/missed stat/planSheet stat/levels stat/answerHours stat/causes stat/levelSheet stat/questions stat/collection
     stat/cross stat/words stat/answers stat/collectionSheet stat/ports stat/portCauses stat/portSheet`,
  ],
];
const partFields = ['planId', 'planIds', 'planVersion', 'testId', 'nodeId', 'fromNode', 'flowId'];

test('every endpoint that is told of a plan says that it opens its graph, or is known not to', () => {
  const fieldsOf = ({ input }: Endpoint) => Object.keys((input as { shape?: object }).shape ?? {});
  const isTold = (one: Endpoint) => {
    const fields = fieldsOf(one);
    return partFields.some(field => fields.includes(field)) || (one.path.startsWith('plan/') && fields.includes('id'));
  };
  const silent = all.filter(one => isTold(one) && !one.opensGraph).map(({ path }) => path);
  expect(silent.toSorted()).toEqual(shows.flatMap(([, paths]) => paths.split(/\s+/)).toSorted());
  for (const one of all) {
    const named = Object.values(one.opensGraph ?? {});
    expect([one.path, named.filter(field => !fieldsOf(one).includes(field))]).toEqual([one.path, []]);
    // A file that is sent is not bound where graphs are kept.
    expect([one.path, named.length > 0 && one.upload !== undefined]).toEqual([one.path, false]);
  }
});

test('an open plan is not adjusted this way, and another merchant’s is nobody’s', async () => {
  const own = await house.ask(planEndpoints.create, { name: '自己的', template: 'empty' }, token);
  expect(await house.post('plan/adjustable', { id: own.id, token })).toMatchObject({
    errorCode: refusals.planNotClosed.code,
  });
  const stranger = await house.signIn(house.merchants[0]);
  for (const path of ['plan/adjustable', 'plan/draft', 'plan/exportFile'])
    expect(await house.post(path, { id: closed, token: stranger })).toMatchObject({ errorCode: 105 });
});

test('closed twice, a plan has the same names: what was set of one version is found in the next', () => {
  expect(sealPlan(plan).plan).toEqual(sealPlan(structuredClone(plan)).plan);
});
