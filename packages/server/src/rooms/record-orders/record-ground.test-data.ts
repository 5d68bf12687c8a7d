import { type Answer, type CallOf, planEndpoints, recordOrderEndpoints } from '@lianxian/contract';
import type { Plan } from '@lianxian/core';
import { speechWav, tone } from '@lianxian/telephony';
import type { TestHouse } from '../../../test/house.ts';
import { openLevel, peopleOf } from '../../../test/people.ts';
import { merchantDb } from '../../platform/db/index.ts';
import { topUp } from '../billing/index.ts';
import { insertDraft, keptOf, packGraph } from '../plans/index.ts';

const planSaying = (...sentences: readonly string[]): Plan => ({
  name: '回访',
  variables: [],
  rootFlow: 'main',
  flows: [
    {
      id: 'main',
      name: '主流程',
      rootNode: 'a',
      nodes: [{ kind: 'hangup', id: 'a', name: '结束', sentences: [...sentences] }],
    },
  ],
  intents: [],
  knowledge: [],
  levelRules: [],
  defaults: {
    silence: { ms: 4_000, sentences: [] },
    notUnderstood: { sentences: [] },
    longestMs: 60_000,
    mostTurns: 20,
    announcement: '',
    farewell: '再见。',
    voice: { source: 'recorded' },
  },
});

export const takeOf = (hertz: number): Buffer => {
  const voice = tone([hertz], 600, 0.3);
  const samples = new Int16Array(voice.length + 8_000);
  samples.set(voice, 4_000);
  return speechWav(samples, null);
};

/** A platform with a voice person, a reseller with two, a merchant of it with one and with money; and a second merchant. */
export const recordGround = async (house: TestHouse) => {
  const [buyer, stranger] = house.merchants;
  const { db, pool } = house.database;
  const platform = await openLevel(house, '100000', 'platform', '平台');
  const reseller = await openLevel(house, '300001', 'reseller', '渠道甲');
  await pool.query(`update merchant set reseller_id = $1 where kind = 'merchant'`, [reseller.merchantId]);
  const voice = async (merchant: { readonly id: string; readonly number: string }, account: string) => {
    const person = await peopleOf(house, merchant).person(account);
    await pool.query(`update role set template = 'voice' where merchant_id = $1 and id = $2`, [
      merchant.id,
      person.roleId,
    ]);
    return person;
  };
  const agency = { id: reseller.merchantId, number: '300001' };
  const voices = {
    own: await voice(buyer, '内部配音'),
    first: await voice(agency, '李敏'),
    second: await voice(agency, '王芳'),
    platform: await voice({ id: platform.merchantId, number: '100000' }, '平台配音'),
    strange: await voice(stranger, '外人'),
  };
  const give = (yuan: string) => topUp(db, { merchantId: buyer.id, yuan, requestId: null, byEmployee: null, note: '' });
  await give('1000');
  const token = await house.signIn(buyer);
  let requests = 0;
  const makePlan = (...sentences: readonly string[]) =>
    insertDraft(merchantDb(db, buyer.id), keptOf(planSaying(...sentences)), {
      employeeId: null,
      at: house.now(),
    });
  const wish = (
    planId: string,
    texts: readonly string[],
    over: Partial<CallOf<typeof recordOrderEndpoints.order>> = {},
  ) => {
    requests += 1;
    const sentences = texts.map(text => ({ text, note: '' }));
    const deadline = new Date(house.now().getTime() + 7 * 86_400_000).toISOString().slice(0, 10);
    return {
      planId,
      sentences,
      price: '2.50',
      deadline,
      to: 'reseller',
      requestId: `request ${requests}`,
      ...over,
    } as const;
  };
  const order = async (planId: string, texts: readonly string[], over = {}) =>
    (await house.ask(recordOrderEndpoints.order, wish(planId, texts, over), token)).id;
  const handIn = async (
    id: string,
    number: number,
    by: string,
    sound: Uint8Array = takeOf(300 + 10 * number),
  ): Promise<Answer> => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ token: by, id, number: String(number) })) form.set(name, value);
    form.set('file', new Blob([new Uint8Array(sound)]), 'take.wav');
    const answer = await fetch(`${house.origin}/api/front/recordOrder/handIn`, { method: 'POST', body: form });
    return (await answer.json()) as Answer;
  };
  return {
    ...{ buyer, stranger, platform, reseller, voices, token, give, makePlan, wish, order, handIn },
    /** Its draft says this from now on. */
    resay: async (id: string, ...sentences: readonly string[]) => {
      const { rev } = await house.ask(planEndpoints.draft, { id }, token);
      const graph = await packGraph(planSaying(...sentences));
      await house.ask(planEndpoints.saveDraft, { id, rev, graph }, token);
    },
  };
};
