import type { Temper } from './mind.ts';
import type { Persona } from './persona.ts';
import { greetings } from './wordings/assent.ts';

/*
 * The people who answer and talk. Their words are a person's, not the plan's: a third of what they say holds no word that
 * any plan listens for. What they say to plans about a trial lesson, the seeded one among them, is written here; to any other
 * plan those with a temper answer by their mind (`mind.ts`).
 */

const picksUp = { afterMs: { from: 900, to: 2_200 } } as const;
const asksIntoSilence = ['喂，听得到吗？', '喂，还在吗？', '怎么没声音了？'];
const person = { answering: picksUp, asksIntoSilence } as const;
const knows = '试听课';

/** Somebody of whom nothing is known but the temper. */
export const personOf = (temper: Temper): Persona => ({ ...person, id: temper, habits: [{ says: greetings }], temper });

export const agrees: Persona = {
  ...person,
  id: 'agrees',
  knows,
  temper: 'willing',
  habits: [
    { says: ['喂，哪位呀？', '喂，你好。', '喂？'] },
    { says: ['方便的，你说。', '嗯，可以，你讲。', '有空的，你说吧。'] },
    { says: ['上三年级了。', '三年级，九月份刚升的。', '我家老二在读三年级。'] },
    { says: ['可以啊，那就试试吧。', '行啊，那让他去试听一下。', '好啊，我给她报一个。'] },
    { says: ['周六上午吧。', '那就周六上午，睡醒了带他过去。', '礼拜六上午，她爸送她。'] },
    { presses: '1' },
    { says: ['再会啊。', '辛苦你啦。'] },
  ],
};

export const asksPrice: Persona = {
  ...person,
  id: 'asksPrice',
  knows,
  temper: 'asking',
  habits: [
    { says: ['喂，哪里？', '喂，你好，哪位？'] },
    { says: ['我正在外面，你讲。', '刚下班，还在路上呢。', '我在带娃，你直说。'] },
    { says: ['先问一下，一节课多少钱？', '你先告诉我，怎么收费的？', '学费贵不贵呀？'] },
    { says: ['我家姑娘五年级。', '五年级，个头挺高的。'] },
    { says: ['那就试听一下吧。', '可以，先去试试看。', '行，先体验一节。'] },
    { says: ['家里的事都是她爸管。', '哎哟，这我得回去翻翻日历。'] },
    { says: ['我得先跟她爸碰个头。', '等我问过孩子奶奶，谁送还不晓得呢。'] },
    { says: ['再会啊。', '麻烦你啦。'] },
  ],
};

export const refuses: Persona = {
  ...person,
  id: 'refuses',
  knows,
  temper: 'refusing',
  habits: [
    { says: ['喂，谁啊？', '喂，讲。'] },
    { says: ['嗯？怎么了？', '啊？啥事啊？'] },
    { says: ['不需要，谢谢。', '我们不需要的。', '不用了，没兴趣。'] },
    { hangsUp: true },
  ],
};

/** Types ahead: keys come while the robot still explains which. */
export const pressesKeys: Persona = {
  ...person,
  id: 'pressesKeys',
  knows,
  temper: 'willing',
  habits: [
    { says: ['喂，你好。', '喂？'] },
    { says: ['可以，你说。', '嗯，你说吧。'] },
    { says: ['二年级。', '在读二年级。'] },
    { says: ['行，可以。', '好啊，试一下。'] },
    { says: ['周日上午。', '礼拜天上午好了。'] },
    { presses: '2', overMs: { from: 2_500, to: 3_500 } },
    { presses: '13900001111#', overMs: { from: 1_500, to: 2_500 } },
    { says: ['谢谢啊。'] },
  ],
};

export const interrupts: Persona = {
  ...person,
  id: 'interrupts',
  knows,
  temper: 'refusing',
  habits: [
    { says: ['喂？', '喂，谁呀？'] },
    { says: ['等一下，你们怎么有我电话的？', '哎，你们怎么知道我的？'], overMs: { from: 6_400, to: 7_200 } },
    { says: ['不用了，我没兴趣。', '行了行了，我不需要。'], overMs: { from: 1_800, to: 2_800 } },
    { says: ['真的不要，我挂了。', '不考虑，挂了啊。'], overMs: { from: 1_500, to: 2_500 } },
  ],
};

export const hangsUpOnIt: Persona = {
  ...person,
  id: 'hangsUpOnIt',
  habits: [{ says: ['喂？', '喂，你好。', '喂，哪位？'] }, { hangsUp: true, overMs: { from: 5_000, to: 7_000 } }],
};

export const speaksLong: Persona = {
  ...person,
  id: 'speaksLong',
  knows,
  temper: 'refusing',
  habits: [
    { says: ['喂，谁呀，我这儿正烧饭呢。', '喂，哪一位啊，我刚进门。'] },
    {
      says: [
        '哎呀，我跟你讲，上个月也有一个人打过来，讲了老半天，我听得稀里糊涂，后来我去问孩子他爸，他爸讲，孩子天天写作业写到十点钟，哪里还有力气，到了周末又要去奶奶家，来回路上就要两个钟头，我自己腰又疼，所以我看我们就不用了。',
        '我跟你说呀，我们家这个小孩，从小就坐不住，前年给他报过一个画画的，去了三趟就闹着不去，钱也退不回来，他爷爷还埋怨我，讲我乱花钱，后来我就想通了，随他去，开心就好，所以你们这个，我们真的不需要。',
      ],
    },
    {
      says: [
        '哎哟，真的不用啦，我锅里还炖着汤呢，再不去看就要糊掉了。',
        '不要不要，谢谢你啊，我这边还有一堆衣服要晾。',
      ],
    },
    { says: ['再会啊。'] },
  ],
};

export const changesMind: Persona = {
  ...person,
  id: 'changesMind',
  knows,
  temper: 'correcting',
  habits: [
    { says: ['喂，你好。', '喂，哪位？'] },
    { says: ['不用了，谢谢。', '我们不需要。'] },
    { says: ['免费的呀？那行吧，试试看。', '哦，不收钱的？那可以，去试一下。'] },
    { says: ['那就周日下午吧。', '周日下午，别的日子都满了。'] },
    { presses: '1' },
    { says: ['谢谢啊。'] },
  ],
};

export const standsInNoise: Persona = {
  ...person,
  id: 'standsInNoise',
  knows,
  temper: 'misheard',
  inNoise: true,
  habits: [
    { says: ['喂？我在外面，你大声一点。', '喂，谁啊，我这边吵得很。'] },
    { says: ['我在开车，晚点再打吧。', '我开着车呢，回头再打。'] },
    { says: ['明天上午吧。', '那就明天上午。'] },
    { says: ['好，再会。'] },
  ],
};

/** Behind a ringback of its own (彩铃); then somebody who cannot decide. */
export const hasRingback: Persona = {
  ...person,
  id: 'hasRingback',
  knows,
  temper: 'asking',
  answering: { afterMs: { from: 3_000, to: 4_500 }, ringback: true },
  habits: [
    { says: ['喂，你好。', '喂，哪位？'] },
    { says: ['嗯，你说吧。', '可以，你讲。'] },
    { says: ['一年级。', '刚上一年级。'] },
    { says: ['我再考虑考虑。', '这个我要想一想。'] },
    { says: ['还是回去商量一下。', '我再看看吧。'] },
    { says: ['再会。'] },
  ],
};

/**
 * Will not talk to a machine: it asks for a person, waits through the music, and tells whoever takes the call what the matter
 * is. It goes on as long as it is answered; the other one ends the call, or keeps silent.
 */
export const asksForPerson: Persona = {
  ...person,
  id: 'asksForPerson',
  habits: [
    { says: ['喂，你好。', '喂，哪位？'] },
    { says: ['帮我转人工吧。', '我想找真人说，转人工。'] },
    { listens: true },
    { says: ['喂，你好，是老师吗？', '喂，是真人吧？'] },
    { says: ['我家孩子底子薄，怕跟不上你们的进度。', '我想打听一下，孩子底子薄能不能跟上？'] },
    { says: ['那作业多不多呀？', '平时要写很多作业吗？'] },
    { says: ['哦，那我心里有数了。', '明白了，那我放心了。'] },
  ],
  afterwards: { says: ['嗯，你讲，我听着。', '是这样啊。', '哦，晓得了。'] },
};

/** Somebody to be called by hand: answers whatever is said, in turn, for as long as one likes. */
export const talksBack: Persona = {
  ...person,
  id: 'talksBack',
  habits: [
    { says: ['喂，你好，哪位？', '喂？'] },
    { says: ['方便的，你说。', '有空的，你说吧。'] },
    { says: ['三年级了。', '在上三年级。'] },
    { says: ['可以啊，听着还行。', '行啊，可以试试。'] },
    { says: ['周六上午吧。', '那就周六上午。'] },
  ],
  afterwards: { says: ['好的，你继续说。', '可以，我记一下。', '行，没问题。'] },
};

/** Picks up and says nothing; a phone in a pocket. */
export const saysNothing: Persona = {
  id: 'saysNothing',
  answering: picksUp,
  asksIntoSilence: [],
  habits: [],
  afterwards: { listens: true },
};
