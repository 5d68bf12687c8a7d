/*
 * How people say yes, no and leave me alone, and what they ask, on the telephone. `plain` is how they put it when they are
 * asked once more. Written down from how people talk; nothing that understands is looked at for it.
 */

interface Said {
  readonly free: readonly string[];
  readonly plain: readonly string[];
}

/** To what is offered or proposed: 可以吗, 您看行吗. */
export const yesPlease: Said = {
  free: [
    '成，就这么着吧。',
    '中，中。',
    '得嘞。',
    '嗯嗯，那敢情好。',
    '要得嘛。',
    '好嘞，听你的。',
    '嗯，正有这个打算呢。',
    '没毛病，就按你讲的来。',
    '必须的呀。',
    'OK啊。',
    '那感情好，麻烦你了。',
    '嗯呐，弄吧。',
    '好啊好啊，我正想着这事儿呢。',
    '妥了。',
    '唔，那就来一个。',
    '当然要啦。',
  ],
  plain: ['可以的。', '可以，没问题。', '好的，可以。', '行，可以。'],
};

export const noThanks: Said = {
  free: ['算了吧，这个就免了。', '不了不了。', '用不着的。', '别麻烦了。', '这个就先不弄了。'],
  plain: ['不用了。', '不要。', '不行。'],
};

/** To what is asked of how things are: 有没有, 是不是. */
export const itIs: Said = {
  free: ['有啊，有过一回。', '可不嘛，是这么回事。', '对头。', '嗯呐。', '哎，对对对。', '是有这么档子事。'],
  plain: ['有的。', '是的。', '嗯，是的。'],
};

export const itIsNot: Said = {
  free: ['那倒没有。', '还真没有。', '莫得。', '没这回事儿呀。', '哪有啊，没碰上过。', '从来没遇见过。'],
  plain: ['没有。', '没有的。', '没有过。'],
};

export const refusal: Said = {
  free: [
    '我没那个心思，你找别人吧。',
    '真用不上，谢谢你。',
    '哎呀，不搞这个，忙着呢。',
    '得了吧，我们家用不着。',
    '免了免了，没这个打算。',
    '别介绍了，我不弄。',
    '不整这些，就这样啊。',
    '算了算了，不想搞。',
  ],
  plain: ['不需要，谢谢。', '不用了，我不需要。', '没兴趣，不需要。', '我不需要，再见。'],
};

/** What people want to know of any matter before they say yes. */
export const questions: readonly string[] = [
  '等会儿，这玩意儿要花多少钱啊？',
  '你是哪儿打来的？',
  '哎，你们地方在哪块儿呀？',
  '这得弄多长时间？',
  '要带点啥东西过去不？',
  '你是真人还是机器呀？',
  '是不是得先交钱？',
  '周末你们上班不？',
  '靠不靠谱啊这个？',
];

/** In front of a question of the plan's own. */
export const askingAfter: readonly string[] = ['哎，我问一下，{x}？', '先说说，{x}？', '那{x}呢？'];

export const greetings: readonly string[] = ['喂？', '喂，哪位？', '喂，你好。', '哎，喂。', '喂，谁呀？'];

/** Before and behind what is said; most people say neither. */
export const openers: readonly string[] = ['嗯，', '呃，', '那个，', '这个嘛，', '哦，', '我想想啊，'];
export const closers: readonly string[] = ['吧', '哈', '呗', '好了', '得了'];
