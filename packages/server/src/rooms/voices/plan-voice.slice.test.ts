import {
  callEndpoints,
  fileEndpoints,
  planEndpoints,
  planVoiceEndpoints,
  refusals,
  speechEndpoints,
} from '@lianxian/contract';
import type { Plan, VoiceChoice } from '@lianxian/core';
import { decodeWav } from '@lianxian/telephony';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallHouse, startCallHouse } from '../../../test/calls.ts';
import { shortPlan } from '../../../test/short-plan.ts';
import { loudest, sharesOfTone, side } from '../../../test/sides.ts';
import { voiceCommand } from '../../../test/voice-program.ts';
import { openCalls } from '../../house.ts';
import { merchantDb } from '../../platform/db/index.ts';
import { otherHum, startOpenAiSpeech, type VoiceServer } from '../../speech/testing/voice-servers.ts';
import { packageOf } from '../packages/package.test-data.ts';
import { readPackage } from '../packages/plan-file.ts';
import { insertPlan, packGraph } from '../plans/index.ts';

/** Whole calls of versions that speak otherwise: SIP, RTP, a small server of OpenAI's protocol, the recording. */
let house: CallHouse;
let voice: VoiceServer;
let silent = false;
let service = '';
let strange = '';
let planId = '';

/** Asks one thing and says it back: what is said before, and what is made in the middle of the call. */
const plan: Plan = {
  ...shortPlan,
  flows: shortPlan.flows.map(flow => ({
    ...flow,
    rootNode: 'ask',
    nodes: flow.nodes.filter(({ id }) => id !== 'opening'),
  })),
  defaults: { ...shortPlan.defaults, opening: { caller: false, machine: false, recorded: false } },
};
const spoken = (choice: VoiceChoice, graph = plan): Plan => ({
  ...graph,
  defaults: { ...graph.defaults, voice: { source: 'synthesised', ...choice } },
});
const nova = (speed: number): VoiceChoice => ({ by: { service, speaker: otherHum.speaker }, speed });

beforeAll(async () => {
  voice = await startOpenAiSpeech(() => (silent ? 'refusesKey' : 'none'));
  process.env.VOICE_COMMAND = voiceCommand;
  house = await startCallHouse(async config => {
    const calls = await openCalls({ ...config, privateHosts: ['127.0.0.1'] });
    return { close: () => calls.close(10_000) };
  });
  house.far.willSay(['学画画']);
  const settings = { url: voice.url, model: 'tts-1', speaker: 'alloy' };
  const save = async (token: string) =>
    (await house.ask(speechEndpoints.save, { kind: 'openaiSpeech', name: '女声', settings }, token)).id;
  service = await save(house.token);
  strange = await save(await house.signIn(house.merchants[1]));
  planId = await insertPlan(merchantDb(house.database.db, house.merchants[0].id), plan, house.now());
});
afterAll(async () => {
  await house.close();
  await voice.close();
});

const draftOf = (id = planId) => house.ask(planEndpoints.draft, { id }, house.token);
const save = async (choice: VoiceChoice, id = planId) => {
  const { rev, graph } = await draftOf(id);
  return house.post('plan/saveDraft', {
    ...{ id, rev: String(rev), token: house.token },
    graph: await packGraph(spoken(choice, graph)),
  });
};
const publish = async () =>
  house.ask(planEndpoints.publish, { id: planId, rev: (await draftOf()).rev, note: '' }, house.token);

/** Each tenth of a second that sounds: `a` is the hum of alloy, `n` that of nova, `o` another sound. */
const heardIn = (sound: Int16Array): string => {
  const [alloy, other] = [600, otherHum.hertz].map(hertz => sharesOfTone(sound, hertz));
  return alloy!
    .map((share, n) => {
      if (loudest(sound.subarray(n * 800, (n + 1) * 800)) < 300) return '';
      if (share > 0.8) return 'a';
      return other![n]! > 0.8 ? 'n' : 'o';
    })
    .join('');
};
/** How long it sounds; the edges of its pieces are not whole frames of 20 ms. */
const secondsOf = (sound: Int16Array): number =>
  Array.from({ length: sound.length / 160 }, (_, n) => loudest(sound.subarray(n * 160, (n + 1) * 160))).filter(
    loud => loud >= 300,
  ).length / 50;
/** One voice alone: but for the edges of its pieces and what a stalled machine frays, a quarter at most. */
const expectOnly = (letter: string, heard: string): void => {
  expect(heard).toMatch(new RegExp(`^[o${letter}]+$`));
  expect(heard.replaceAll('o', '').length, heard).toBeGreaterThan(heard.length * 0.75);
};
const call = async () => {
  const dialled = { planId, lineId: house.lineId, phone: '15400000001', variables: {} };
  return (await house.ask(callEndpoints.place, dialled, house.token)).id;
};
/** The same call again, of a number that was dealt to another voice. */
const callLike = async (id: string): Promise<string> => {
  const { rows } = await house.database.pool.query<{ id: string }>(
    `insert into call (merchant_id, owner_id, placed_by, plan_id, plan_version, plan_name, line_id, line_name, practice, phone, caller_number,
       variables, price_per_minute, bill_unit_s, synthesis)
     select merchant_id, owner_id, placed_by, plan_id, plan_version, plan_name, line_id, line_name, practice, phone, caller_number,
       variables, price_per_minute, bill_unit_s, $2
     from call where id = $1 returning id`,
    [id, JSON.stringify({ service, speaker: otherHum.speaker, name: '女声' })],
  );
  await house.database.pool.query("select pg_notify('calls', '')");
  return rows[0]!.id;
};
/** The robot's side of a call's recording. */
const robotOf = async (id: string) => {
  const { recording, transcript } = await house.filed(id);
  expect(transcript.map(({ text }) => text)).toEqual(['您想学什么呢？', '学画画', '好的，学画画，再见。']);
  const { url } = await house.ask(fileEndpoints.ticket, { fileId: recording!.fileId }, house.token);
  const robot = side(Buffer.from(await (await fetch(house.origin + url)).arrayBuffer()), 1);
  return { heard: heardIn(robot), seconds: secondsOf(robot) };
};
const rooted = (wav: Buffer): Int16Array => {
  const sound = decodeWav(wav);
  if (typeof sound === 'string') throw new Error(sound);
  return sound.channels[0]!;
};
const tried = async (wish: object) => {
  const text = '您好，我是启航教育，您的孩子最近想学点什么呢？';
  const answer = await house.ask(planVoiceEndpoints.listen, { planId, text, service: 'chosen', ...wish }, house.token);
  if (answer.url === null) return { fault: answer.fault, sound: new Int16Array() };
  const wav = Buffer.from(await (await fetch(house.origin + answer.url)).arrayBuffer());
  expect(wav.includes('"AIGC"')).toBe(true);
  return { fault: answer.fault, sound: rooted(wav) };
};

test('a version speaks as it was published, what is made in the call too; a service that goes leaves the built-in voice', async () => {
  const first = await call();
  const compared = await callLike(first);
  await save(nova(1.25));
  expect(await publish()).toMatchObject({ version: 2 });
  const second = await call();
  await house.ask(planEndpoints.rollBack, { id: planId, version: 1, note: '' }, house.token);
  const third = await call();
  const [before, since, back] = [await robotOf(first), await robotOf(second), await robotOf(third)];
  for (const { heard } of [before, back]) expectOnly('a', heard);
  expectOnly('n', (await robotOf(compared)).heard);
  const { synthesis } = await house.filed(compared);
  expect(synthesis).toEqual({ service, speaker: otherHum.speaker, name: '女声' });
  expectOnly('n', since.heard);
  // Four pieces of a second each, at 1.25 times what is left of it.
  expect(before.seconds).toBeCloseTo(4, 0);
  expect(since.seconds).toBeCloseTo(4 / 1.25, 0);

  expect((await house.ask(planVoiceEndpoints.list, { planId }, house.token)).published?.isGone).toBe(false);
  expect(await publish()).toMatchObject({ version: 4 });
  await house.ask(speechEndpoints.remove, { id: service }, house.token);
  const { list, published } = await house.ask(planVoiceEndpoints.list, { planId }, house.token);
  expect([list, published]).toEqual([[], { version: 4, isGone: true }]);
  expect((await robotOf(await call())).heard).toMatch(/^o+$/);
  // Who goes on with that draft has not chosen it; who chooses it now is refused.
  expect(await save({ ...nova(1) })).toMatchObject({ errorCode: 0 });
  await save({ by: { service: 'builtIn', speaker: '' } });
  expect(await save(nova(1))).toMatchObject({ errorCode: refusals.notFound.code });
}, 60_000);

test('a voice is heard before it is chosen, at its speed; nobody stands in for one that does not speak', async () => {
  const settings = { url: voice.url, model: 'tts-1', speaker: 'alloy' };
  const made = await house.ask(speechEndpoints.save, { kind: 'openaiSpeech', name: '女声', settings }, house.token);
  const { list } = await house.ask(planVoiceEndpoints.list, { planId }, house.token);
  expect(list.filter(({ id }) => id === made.id)).toMatchObject([
    { id: made.id, name: '女声', speaker: 'alloy', speed: 1, lastFault: null },
  ]);
  expectOnly('a', heardIn((await tried({ service: made.id })).sound));
  const wish = { service: made.id, speaker: otherHum.speaker };
  expectOnly('n', heardIn((await tried(wish)).sound));
  const [slow, usual, fast] = await Promise.all(
    [0.8, 1, 1.25].map(async speed => (await tried({ service: 'builtIn', speed })).sound.length),
  );
  // Its pauses do not shrink to the letter.
  expect(slow! / usual!).toBeGreaterThan(1.15);
  expect(slow! / usual!).toBeLessThan(1.35);
  expect(fast! / usual!).toBeGreaterThan(0.75);
  expect(fast! / usual!).toBeLessThan(0.87);
  silent = true;
  expect(await tried({ ...wish, speed: 0.9 })).toMatchObject({ fault: 'keyRefused' });
  silent = false;
});

test('a service of another merchant is nobody’s: not in a draft, a file, or a trial; a file carries the speed alone', async () => {
  const by = { service: strange, speaker: '' };
  const refused = { errorCode: refusals.notFound.code };
  expect(await save({ by })).toMatchObject(refused);
  const asked = { planId, text: '您好', service: strange, token: house.token };
  expect(await house.post('planVoice/listen', asked)).toMatchObject(refused);
  const form = new FormData();
  form.set('token', house.token);
  const file = await packageOf({ plan: spoken({ by }) });
  form.set('file', new Blob([new Uint8Array(file)]), '回访.plan');
  const sent = await fetch(`${house.origin}/api/front/plan/importFile`, { method: 'POST', body: form });
  expect(await sent.json()).toMatchObject(refused);

  const { list } = await house.ask(planVoiceEndpoints.list, { planId }, house.token);
  expect(await save({ by: { service: list[0]!.id, speaker: otherHum.speaker }, speed: 0.9 })).toMatchObject({
    errorCode: 0,
  });
  const { fileId } = await house.ask(planEndpoints.exportFile, { id: planId }, house.token);
  const { url } = await house.ask(fileEndpoints.ticket, { fileId }, house.token);
  const bytes = new Uint8Array(await (await fetch(house.origin + url)).arrayBuffer());
  const inFile = JSON.parse(Buffer.from(readPackage(bytes).graph).toString()) as Plan;
  expect(inFile.defaults.voice).toEqual({ source: 'synthesised', speed: 0.9 });
});
