/** What a callee does in one of its turns; of several sentences the seed chooses one. */
export type Habit = { readonly says: readonly string[] } | { readonly presses: string } | { readonly hangsUp: true };

export interface Persona {
  readonly id: string;
  /** Picks up after ringing so long, or answers with a SIP code. */
  readonly answering:
    | { readonly afterMs: { readonly from: number; readonly to: number } }
    | { readonly refuses: number };
  /** The first is what it says on picking up. When all are used it hangs up. */
  readonly habits: readonly Habit[];
  readonly asksIntoSilence: readonly string[];
}

const picksUp = { afterMs: { from: 900, to: 2_200 } } as const;
const asksIntoSilence = ['喂，听得到吗？', '喂，还在吗？', '怎么没声音了？'];

const agrees: Persona = {
  id: 'agrees',
  answering: picksUp,
  asksIntoSilence,
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

const asksPrice: Persona = {
  id: 'asksPrice',
  answering: picksUp,
  asksIntoSilence,
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

const refuses: Persona = {
  id: 'refuses',
  answering: picksUp,
  asksIntoSilence,
  habits: [
    { says: ['喂，谁啊？', '喂，讲。'] },
    { says: ['嗯？怎么了？', '啊？啥事啊？'] },
    { says: ['不需要，谢谢。', '我们不需要的。', '不用了，没兴趣。'] },
    { hangsUp: true },
  ],
};

const busy: Persona = { id: 'busy', answering: { refuses: 486 }, asksIntoSilence, habits: [] };

export interface PracticeCallee {
  readonly number: string;
  readonly name: string;
  /** What it does, in a line, for the one who picks a number. */
  readonly says: string;
  readonly persona: Persona;
}

/** Who answers on the practice line, by number. 154 is held by no operator: see `isPracticeNumber`. */
export const practiceCallees: readonly PracticeCallee[] = [
  { number: '15400000001', name: '好说话', says: '一路说好，约下试听时间', persona: agrees },
  { number: '15400000002', name: '先问价', says: '先问多少钱，再答应试听', persona: asksPrice },
  { number: '15400000003', name: '不需要', says: '说不需要，再劝就挂断', persona: refuses },
  { number: '15400000004', name: '占线', says: '正在通话中，打不进去', persona: busy },
];
