import type { Plan } from '@lianxian/core';
import { emptyPlan } from '../../server/seed/templates/empty.ts';
import { answers, asks, ends, mainFlow, says, slot, variable } from '../../server/seed/templates/parts.ts';

const lost = { refuse: 'sorry', silence: 'bye', notUnderstood: 'bye' };
const open = { silence: 'bye', notUnderstood: 'bye', refuse: 'sorry' };

/** 宠物疫苗预约: a plan of a trade that nothing here was made for, as a script writer would begin it. */
export const petVaccine: Plan = {
  ...emptyPlan,
  name: '宠物疫苗预约',
  variables: [
    variable('pet', '宠物种类'),
    variable('day', '接种日期'),
    variable('petName', '宠物名字'),
    variable('phone', '联系电话'),
  ],
  flows: [
    mainFlow('opening', [
      says(
        'opening',
        '开场白',
        [1, 0],
        ['您好，我是爱宠动物医院的智能助手，您家宝贝的年度疫苗快到期了，帮您约一下接种，可以吗？'],
        { ...lost, yes: 'which-pet', other: 'which-pet', no: 'sorry' },
      ),
      asks('which-pet', '问宠物种类', [1, 1], ['请问您家养的是狗狗、猫咪还是兔子？'], {
        variable: 'pet',
        accepts: {
          type: 'choice',
          options: [
            { value: '狗', words: ['狗', '犬', '汪'] },
            { value: '猫', words: ['猫', '喵'] },
            { value: '兔', words: ['兔'] },
          ],
        },
        ways: { ...open, collected: 'had-before' },
      }),
      says('had-before', '问过敏', [1, 2], ['之前打疫苗有没有出现过不舒服？'], {
        ...lost,
        yes: 'careful',
        no: 'which-day',
        other: 'which-day',
      }),
      says('careful', '提醒', [2, 2], ['那接种以后我们会留您观察半小时，您看行吗？'], {
        ...lost,
        yes: 'which-day',
        other: 'which-day',
        no: 'sorry',
      }),
      asks('which-day', '问接种日期', [1, 3], ['您哪天带它过来方便，上午还是下午？'], {
        variable: 'day',
        accepts: { type: 'date' },
        ways: { ...open, collected: 'pet-name' },
      }),
      asks('pet-name', '问名字', [1, 4], ['它的名字叫什么？'], {
        variable: 'petName',
        accepts: { type: 'text' },
        ways: { ...open, collected: 'which-phone' },
      }),
      asks('which-phone', '问电话', [1, 5], ['留一个您的手机号码吧，到时候短信提醒您。'], {
        variable: 'phone',
        accepts: { type: 'phone' },
        ways: { ...open, collected: 'booked' },
      }),
      ends('booked', '预约成功', [1, 6], [`好的，已经给${slot('petName')}约在${slot('day')}，到时候见，再见。`]),
      ends('sorry', '礼貌结束', [2, 1], ['好的，打扰您了，再见。']),
      ends('bye', '结束', [0, 1], ['那先不打扰您了，再见。']),
    ]),
  ],
  knowledge: [
    answers('price', '价格', ['多少钱', '收费', '价格'], ['犬用和猫用的都是一针九十八元，到院再付。']),
    answers('where', '地址', ['地址', '在哪里', '怎么走'], ['我们在中心公园东门对面。']),
    answers('bring', '要带什么', ['带什么', '要带'], ['带上免疫本就可以了。']),
  ],
  levelRules: [
    { level: 'E', name: '拒绝', when: [{ fact: 'passedNode', node: 'sorry' }] },
    { level: 'A', name: '约好了', when: [{ fact: 'passedNode', node: 'booked' }] },
    { level: 'C', name: '聊过', when: [{ fact: 'positives', atLeast: 1 }] },
    { level: 'D', name: '其他', when: [] },
  ],
};
