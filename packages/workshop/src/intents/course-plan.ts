import type { Intent, KnowledgeItem, Recognised } from '@lianxian/core';

/**
 * What an operator of a training school gave a plan to understand by: some words, a few patterns, a handful of similar
 * sentences, the meanings it took of the built-in list, and the words that recognisers like to write otherwise. It was tuned on `development.txt` and
 * `misheard.txt`; what is published is measured on `held-out.txt`, which was written afterwards without looking here.
 */
const intent = (id: string, name: string, recognised: Partial<Recognised>, means?: Intent['means']): Intent => ({
  id,
  name,
  priority: 1,
  words: [],
  ...recognised,
  ...(means && { means }),
});
const item = (id: string, name: string, recognised: Partial<Recognised>): KnowledgeItem => ({
  id,
  name,
  priority: 1,
  words: [],
  answers: ['好的。'],
  interruption: { when: 'never' },
  next: { resume: 'continue' },
  limit: 3,
  ...recognised,
});

const intents: readonly Intent[] = [
  intent(
    'yes',
    'yes',
    {
      words: ['可以', '没问题', '有兴趣', '感兴趣', '好的'],
      patterns: ['(想|愿意)[去|来|带孩子]*(听听|看看|试试)'],
      meanings: ['yes'],
      likes: [
        '那你给我讲讲吧',
        '听起来还不错',
        '带孩子过去看一下',
        '那就给我报上名',
        '我们愿意来参加',
        '你帮我安排一个时间',
      ],
      sounds: ['感兴趣', '没问题'],
    },
    'yes',
  ),
  intent(
    'no',
    'no',
    {
      words: ['不需要', '不用了', '没兴趣', '不考虑'],
      patterns: ['(暂时|目前|现在)*(不|没有)*(打算|想法|需求)'],
      meanings: ['no'],
      likes: ['我们暂时没有这个打算', '孩子现在用不上这个', '我们不想学', '这个对我们没什么用', '还是不去了吧'],
      sounds: ['不需要', '没兴趣'],
    },
    'no',
  ),
  intent(
    'refusal',
    'refuse',
    {
      words: ['别打了', '骚扰', '删掉我的号码'],
      patterns: ['(别|不要|不许)[再]*打[来|过来|电话]'],
      meanings: ['refusal'],
      likes: ['以后不要给我打电话了', '天天打电话烦不烦', '你再打过来我就拉黑', '把我从名单里去掉'],
      sounds: ['别打了'],
    },
    'refuse',
  ),
  intent('busy', '忙', {
    words: ['在忙', '开会', '没空', '在开车'],
    patterns: ['(晚点|等会儿|过会儿|明天)*(打|联系|说)'],
    meanings: ['busy', 'later'],
    likes: ['我现在手上有事', '我正在上班不方便说话', '你过一个小时再打给我', '我在路上呢回头再聊', '现在不方便接电话'],
    sounds: ['在开会', '在忙'],
  }),
  intent('who', '你是谁', {
    words: ['你是谁', '你哪位', '哪个机构'],
    meanings: ['who'],
    likes: ['你是哪里打来的', '你们是什么公司', '请问您贵姓', '你是做什么的', '你说你是哪家学校'],
    sounds: ['你哪位'],
  }),
  intent('machine', '是不是机器人', {
    words: ['机器人', 'AI'],
    meanings: ['machine'],
    likes: ['你是真人还是机器', '你是不是录音', '我在跟电脑说话吗'],
    sounds: ['机器人'],
  }),
  intent('person', '转人工', {
    words: ['人工', '真人'],
    patterns: ['(找|换|叫|让)[个|你们]*(人|老师|主管)*(说|讲|接|谈)'],
    meanings: ['person'],
    likes: ['我要找你们负责人', '给我接你们老师', '换一个人跟我说', '叫你们领导来听电话'],
    sounds: ['转人工'],
  }),
  intent('number', '哪来的号码', {
    words: ['我的号码', '个人信息'],
    meanings: ['number'],
    likes: ['你们怎么有我电话的', '谁把我的电话给你们的', '你从哪里弄到我的手机号', '我没有给你们留过电话'],
  }),
  intent('again', '重复', {
    words: ['再说一遍', '没听清'],
    meanings: ['repeat', 'unheard'],
    likes: ['你刚才说的是什么', '麻烦你再讲一次', '声音太小了听不见', '我没听懂你的意思', '信号不好你大声一点'],
    sounds: ['没听清'],
  }),
];

const knowledge: readonly KnowledgeItem[] = [
  item('price', '价格', {
    words: ['多少钱', '学费', '贵不贵'],
    combined: [['一', '课', '钱']],
    meanings: ['price'],
    likes: ['这个课怎么收费', '一个学期的费用是多少', '价格大概是什么样的', '一节课要花多少', '你们的收费标准是什么'],
    sounds: ['多少钱', '学费'],
  }),
  item('where', '地址', {
    words: ['在哪里', '地址', '哪个校区'],
    patterns: ['(怎么|咋)(走|过去|坐车)'],
    meanings: ['where'],
    likes: ['你们在什么地方', '离地铁站近吗', '从我家过去远不远', '你们学校的位置在哪', '坐几路公交能到'],
    sounds: ['地址'],
  }),
  item('when', '上课时间', {
    words: ['什么时候上课', '几点'],
    combined: [['周末', '课']],
    meanings: ['classTime'],
    likes: ['课程安排在星期几', '每周上几次课', '晚上有没有课', '上课的时间是怎么安排的', '暑假什么时候开班'],
    sounds: ['几点上课'],
  }),
  item('age', '适合年龄', {
    words: ['几岁', '多大'],
    meanings: ['age'],
    likes: [
      '我孩子上三年级可以学吗',
      '幼儿园的小朋友能上吗',
      '孩子太小了听得懂吗',
      '这个适合什么年龄段',
      '初中生有课程吗',
    ],
    sounds: ['几岁'],
  }),
  item('teacher', '老师', {
    words: ['外教', '师资'],
    meanings: ['teacher'],
    likes: ['是哪个老师来教', '老师有没有教师资格证', '老师是中国人还是外国人', '教课的老师有经验吗'],
    sounds: ['外教', '师资'],
  }),
  item('discount', '优惠', {
    words: ['优惠', '打折', '便宜'],
    meanings: ['discount'],
    likes: ['两个人一起报能少一点吗', '现在报名有什么活动', '老学员介绍有没有奖励', '价格还能再商量吗'],
    sounds: ['优惠', '打折'],
  }),
  item('refund', '退费', {
    words: ['退费', '退钱', '退款'],
    meanings: ['refund'],
    likes: ['学了一半不想学了怎么办', '钱交了还能退吗', '如果孩子不喜欢可以退吗', '剩下的课时费怎么处理'],
    sounds: ['退费', '退款'],
  }),
  item('size', '班级人数', {
    words: ['几个人', '大班', '小班'],
    meanings: ['size'],
    likes: ['一个班有多少个学生', '是一对一的吗', '班上人多不多', '多少个孩子一起上课'],
    sounds: ['几个人'],
  }),
  item('effect', '效果', {
    words: ['效果', '有用吗'],
    meanings: ['effect'],
    likes: ['学完以后能提高多少分', '多久能看到进步', '保证孩子能学会吗', '你们的学生考得怎么样'],
    sounds: ['效果'],
  }),
  item('online', '线上线下', {
    words: ['线上', '网课', '直播'],
    meanings: ['online'],
    likes: ['是在电脑上学还是去教室', '可以在家里上课吗', '用手机能不能听课', '需要到你们那边去上吗'],
    sounds: ['线上', '网课'],
  }),
  item('trial', '试听', {
    words: ['试听', '体验课'],
    meanings: ['trial'],
    likes: ['能不能先听一节再决定', '可以免费上一次课吗', '第一节课要不要付钱', '先来感受一下行吗'],
    sounds: ['试听', '体验课'],
  }),
  item('material', '发资料', {
    words: ['发资料', '微信'],
    meanings: ['wechat', 'material'],
    likes: ['你把介绍发给我看看', '有没有宣传册', '你发个短信给我吧', '加个联系方式你发我'],
    sounds: ['加微信', '发资料'],
  }),
  item('elsewhere', '已在别处', {
    words: ['报了别家', '已经报了'],
    meanings: ['elsewhere'],
    likes: ['我们孩子在别的地方学着呢', '我家已经请了家教', '在学校里参加了兴趣班', '我们跟另外一个机构签了'],
  }),
];

/** A plan as far as it understands. */
export const coursePlan = { intents, knowledge };
