/** Refusals of the common word library and of guide questions, 340 to 359. */
export const wordRefusals = {
  keywordGroupTaken: {
    code: 340,
    'zh-CN': '词组“{name}”已存在',
    'zh-TW': '詞組「{name}」已存在',
    en: 'The group “{name}” already exists',
  },
  keywordGroupUsed: {
    code: 341,
    'zh-CN': '话术“{plan}”正在使用这个词组，请先从它的意图或问答里去掉',
    'zh-TW': '話術「{plan}」正在使用這個詞組，請先從它的意圖或問答裡去掉',
    en: 'The plan “{plan}” uses this group. Remove it from its intents and knowledge first',
  },
  keywordsFull: {
    code: 342,
    'zh-CN': '最多 {limit} 个词，请先删除不用的',
    'zh-TW': '最多 {limit} 個詞，請先刪除不用的',
    en: 'Limit of {limit} words reached. Delete some first',
  },
  keywordGroupsFull: {
    code: 343,
    'zh-CN': '最多 {limit} 个词组',
    'zh-TW': '最多 {limit} 個詞組',
    en: 'Limit of {limit} groups reached',
  },
  keywordTaken: {
    code: 344,
    'zh-CN': '词组里已有“{word}”',
    'zh-TW': '詞組裡已有「{word}」',
    en: 'The group already has “{word}”',
  },
  keywordUnreadable: {
    code: 345,
    'zh-CN': '看不懂“{word}”，请检查写法',
    'zh-TW': '看不懂「{word}」，請檢查寫法',
    en: '“{word}” isn’t valid. Check its syntax',
  },
  guideCircle: {
    code: 350,
    'zh-CN': '“{title}”会绕回自己，请改下一题',
    'zh-TW': '「{title}」會繞回自己，請改下一題',
    en: '“{title}” would loop back to itself. Choose another next question',
  },
  guideLeadsNowhere: {
    code: 351,
    'zh-CN': '选项“{option}”的下一题不存在，请重新选择',
    'zh-TW': '選項「{option}」的下一題不存在，請重新選擇',
    en: 'The next question for “{option}” doesn’t exist. Choose again',
  },
  guideNoOptions: {
    code: 352,
    'zh-CN': '请至少写一个选项，或允许填写其他',
    'zh-TW': '請至少寫一個選項，或允許填寫其他',
    en: 'Add at least one option, or allow other answers',
  },
  guideSameOption: {
    code: 353,
    'zh-CN': '选项不能重复',
    'zh-TW': '選項不能重複',
    en: 'Two options are the same',
  },
  guideLedTo: {
    code: 354,
    'zh-CN': '“{title}”的选项指向这一题，请先改它的下一题',
    'zh-TW': '「{title}」的選項指向這一題，請先改它的下一題',
    en: 'An option of “{title}” leads here. Change its next question first',
  },
  guideRootStays: {
    code: 355,
    'zh-CN': '第一题不能没有，请先把别的题设为第一题',
    'zh-TW': '第一題不能沒有，請先把別的題設為第一題',
    en: 'A guide needs a first question. Set another one as first',
  },
  guideFull: {
    code: 356,
    'zh-CN': '最多 {limit} 题',
    'zh-TW': '最多 {limit} 題',
    en: 'Limit of {limit} questions reached',
  },
} as const;
