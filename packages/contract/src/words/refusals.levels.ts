/** Refusals of level corrections, back-tests and node statistics; part of `refusals.ts`. */
export const levelRefusals = {
  notAnswered: {
    code: 450,
    'zh-CN': '这通电话没有接通，没有等级可改',
    'zh-TW': '這通電話沒有接通，沒有等級可改',
    en: 'The call wasn’t answered, so it has no level',
  },
  daysTooMany: {
    code: 451,
    'zh-CN': '一次最多看 {limit} 天，开始日期不能晚于结束日期',
    'zh-TW': '一次最多看 {limit} 天，開始日期不能晚於結束日期',
    en: 'Choose up to {limit} days, with the start before the end',
  },
  backTestRuns: {
    code: 452,
    'zh-CN': '这个话术正在回测，请等它结束或先取消',
    'zh-TW': '這個話術正在回測，請等它結束或先取消',
    en: 'A back-test of this plan is already running. Wait for it or cancel it',
  },
  rulesMissing: {
    code: 453,
    'zh-CN': '还没有等级规则，先加一条',
    'zh-TW': '還沒有等級規則，先加一條',
    en: 'No level rules yet. Add one first',
  },
  wordsGone: {
    code: 454,
    'zh-CN': '这通电话的文字已过保留期，不能再试等级规则',
    'zh-TW': '這通電話的文字已過保留期，不能再試等級規則',
    en: 'This call’s transcript has expired, so level rules can’t be tested on it',
  },
  levelChanged: {
    code: 455,
    'zh-CN': '这通电话的等级刚改成了 {level}，看过再改',
    'zh-TW': '這通電話的等級剛改成了 {level}，看過再改',
    en: 'The level of this call has just become {level}; look before you change it',
  },
  whyMissing: {
    code: 456,
    'zh-CN': '改等级要写原因',
    'zh-TW': '改等級要寫原因',
    en: 'Say why the level is corrected',
  },
  followTaken: {
    code: 457,
    'zh-CN': '{who} 正在跟进这个人',
    'zh-TW': '{who} 正在跟進這個人',
    en: '{who} is following this person up',
  },
  followTakenHere: {
    code: 459,
    'zh-CN': '你在另一个窗口正在跟进这个人',
    'zh-TW': '你在另一個視窗正在跟進這個人',
    en: 'You are following this person up in another window',
  },
} as const;
