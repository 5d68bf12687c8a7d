import { planGraph, planTemplates } from '@lianxian/contract';
import { compilePlan, faultsOf, partsMissing, planParts } from '@lianxian/core';
import { createTypedTalk } from '@lianxian/core/simulation';
import { expect, test } from 'vitest';
import { planFrom } from '../seed/market/index.ts';

const noGroups = new Map<string, string>();
const groups = new Map(planParts.map(({ name }, at) => [name, String(at + 1)]));

test.each(planTemplates)('a plan of the template %s is without fault as it stands, and has every part', template => {
  for (const library of [noGroups, groups]) {
    const plan = planFrom(template, '新话术', library);
    expect(faultsOf(plan)).toEqual([]);
    expect(planGraph.parse(plan)).toEqual(plan);
    expect(partsMissing(plan)).toEqual([]);
  }
});

test.each<[(typeof planTemplates)[number], readonly string[], string]>([
  ['empty', ['我在开会', '明天上午'], '好的，那我明天上午再打给您，您先忙，再见。'],
  ['empty', ['可以，你们是哪个公司'], '您好，请问现在方便说话吗？'],
  ['invitation', ['方便', '我考虑一下'], '我过几天再联系您，您看哪天方便？'],
  ['invitation', ['方便', '你哪位'], '这次名额不多，来的朋友都有一份小礼物，您想来吗？'],
  [
    'invitation',
    ['方便', '有兴趣，可以', '那个什么', '就那个', '嗯那个', '那个呢'],
    '没关系，日期我们再和您确认，感谢您的关注，再见。',
  ],
  ['reminder', ['没空'], '没关系，要不要帮您改一天？'],
  ['reminder', ['我在开车'], '我什么时候再打给您方便？'],
  ['survey', ['方便', '转人工'], '您什么时候接电话方便？'],
  ['survey', ['打错了'], '不好意思，可能是号码登记错了，打扰您了，再见。'],
])('in the template %s who says %j hears the right thing', (template, says, hears) => {
  const compiled = compilePlan(planFrom(template, '新话术', noGroups));
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults));
  const talk = createTypedTalk(compiled.compiled);
  talk.begin();
  for (const text of says) talk.say(text);
  talk.letFinish();
  expect(
    talk
      .talk()
      .lines.filter(({ by }) => by === 'robot')
      .at(-1)?.text,
  ).toBe(hears);
});

test.each(planTemplates)(
  'in a plan of the template %s 「在开会」 is no refusal, nor a day at which not to call a wish',
  template => {
    const result = compilePlan(planFrom(template, '新话术', noGroups));
    const plan = result.ok ? result.compiled : expect.unreachable();
    for (const text of ['我在开会呢', '我在开车', '今天别打了明天再打', '上班时间别打电话']) {
      const talk = createTypedTalk(plan);
      talk.begin();
      talk.say(text);
      talk.letFinish();
      expect(talk.state().counts).toMatchObject({ refusals: 0, notUnderstood: 0 });
      expect(talk.notes().some(({ type }) => type === 'callee.wantsNoMoreCalls')).toBe(false);
    }
  },
);
