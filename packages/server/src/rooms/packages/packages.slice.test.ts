import { endpoints, planEndpoints, planFillEndpoints, refusals, researchEndpoints } from '@lianxian/contract';
import type { PlanLicence } from '@lianxian/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { packageOf } from './package.test-data.ts';
import { readPackage } from './plan-file.ts';
import { fingerprintOf, newPair, signerOf } from './signing.ts';

/** Plans as files over HTTP: who signed, what is allowed, what goes along. */
let house: TestHouse;
let token = '';
let other = '';
let plan = '';
beforeAll(async () => {
  house = await startTestHouse();
  [token, other] = [await house.signIn(house.merchants[0]), await house.signIn(house.merchants[1])];
  plan = (await house.ask(planEndpoints.create, { name: '回访', template: 'invitation' }, token)).id;
});
afterAll(() => house.close());

const exported = async (input: object, by = token): Promise<Buffer> => {
  const { fileId } = await house.ask(planEndpoints.exportFile, { id: plan, ...input }, by);
  return Buffer.from(await (await fetch(`${house.origin}/api/common/download/${fileId}?token=${by}`)).arrayBuffer());
};
interface Came {
  readonly id: string;
  readonly signedBy: { readonly fingerprint: string; readonly number: string; readonly name: string } | null;
  readonly licence: PlanLicence;
}
const bring = async (bytes: Buffer, by = other) => {
  const form = new FormData();
  form.set('token', by);
  form.set('file', new File([new Uint8Array(bytes)], '话术.plan'));
  const answer = await fetch(`${house.origin}/api/front/plan/importFile`, { method: 'POST', body: form });
  return (await answer.json()) as { errorCode: number; data: Came | null };
};

test('a file is signed by its merchant, and who takes it is told so; guide and fills go along', async () => {
  const question = (title: string, leads: string, isRoot: string) =>
    house.ask(
      researchEndpoints.save,
      { planId: plan, title, type: '1', jsonOptions: JSON.stringify([{ v: '好', n: leads }]), isRoot },
      token,
    );
  const first = await question('有兴趣吗', '', '1');
  await question('方便通话吗', first.id, '0');
  await house.ask(planFillEndpoints.save, { id: plan, fills: [{ question: '有兴趣吗', field: 'parameter1' }] }, token);
  const bytes = await exported({});
  const { errorCode, data } = await bring(bytes);
  expect(errorCode).toBe(0);
  const { number } = house.merchants[0];
  const key = readPackage(bytes).signedBy!;
  expect(data).toMatchObject({
    licence: 'open',
    signedBy: { fingerprint: fingerprintOf(key), number, name: '甲商户' },
  });
  const { questions } = await house.ask(researchEndpoints.list, { planId: data!.id }, other);
  const [interested, free] = questions;
  expect(questions.map(({ title, isRoot }) => [title, isRoot])).toEqual([
    ['有兴趣吗', true],
    ['方便通话吗', false],
  ]);
  expect(JSON.parse(free!.jsonOptions)).toEqual([{ v: '好', n: interested!.id, isChecked: false }]);
  expect((await house.ask(planFillEndpoints.list, { id: data!.id }, other)).fills).toMatchObject([
    { field: 'parameter1' },
  ]);
  // The same key the next time, and its private half lies sealed.
  expect(readPackage(await exported({})).signedBy).toBe(key);
  const { rows } = await house.database.pool.query('select private_sealed from plan_signer');
  expect(rows).toEqual([{ private_sealed: expect.stringMatching(/^v2\./) }]);
});

test('a key that nobody here has is named by its fingerprint, and no signature is called none', async () => {
  const { graph } = await house.ask(planEndpoints.draft, { id: plan }, token);
  const { publicKey, privateText } = newPair();
  const strange = await bring(await packageOf({ plan: graph }, signerOf(publicKey, privateText)));
  expect(strange.data?.signedBy).toEqual({ fingerprint: fingerprintOf(publicKey), number: '', name: '' });
  expect((await bring(await packageOf({ plan: graph }))).data?.signedBy).toBeNull();
});

test('a licence holds for what comes of the file: nobody passes on more than he was given', async () => {
  const codeOf = async (id: string, licence: string) =>
    (await house.post('plan/exportFile', { id, licence, token: other })).errorCode;
  const own = (await bring(await exported({ licence: 'own' }))).data!;
  expect(await codeOf(own.id, 'own')).toBe(refusals.planNotYours.code);
  const share = (await bring(await exported({ licence: 'share' }))).data!;
  expect([await codeOf(share.id, 'open'), await codeOf(share.id, 'share')]).toEqual([refusals.planNotYours.code, 0]);
  // A copy is no way around.
  const copy = await house.ask(endpoints.plan.copy, { id: own.id, name: '副本' }, other);
  expect(await codeOf(copy.id, 'own')).toBe(refusals.planNotYours.code);
});

test('a file for one merchant alone is refused to another', async () => {
  const mine = await exported({ only: house.merchants[1].number });
  expect((await bring(mine)).errorCode).toBe(0);
  const others = await exported({ only: '999999' });
  expect((await bring(others)).errorCode).toBe(refusals.planFileForAnother.code);
});

test('a file that comes more than once at once is as many plans, and its recordings are in the library once', async () => {
  const { graph } = await house.ask(planEndpoints.draft, { id: plan }, token);
  const about = { kind: 'sentence', use: '', speaker: '小林', source: 'upload', place: '', chosen: true };
  const voices = Array.from({ length: 40 }, (_, n) => ({
    about: { ...about, text: `第${n}句。` },
    sound: Buffer.alloc(8_000, n),
  }));
  const bytes = await packageOf({ plan: graph, voices });
  const came = await Promise.all([bring(bytes), bring(bytes), bring(bytes)]);
  expect(new Set(came.map(({ data }) => data?.id)).size).toBe(3);
  const { rows } = await house.database.pool.query(
    `select count(*)::int as all, count(distinct text)::int as said from voice where merchant_id = $1 and speaker = '小林'`,
    [house.merchants[1].id],
  );
  expect(rows).toEqual([{ all: 40, said: 40 }]);
});
