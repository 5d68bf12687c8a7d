/** Refusals of orders of recordings, 640 to 659. */
export const recordOrderRefusals = {
  orderTaken: {
    code: 640,
    'zh-CN': '这个订单刚被别人接走了',
    'zh-TW': '這個訂單剛被別人接走了',
    en: 'Somebody else has just taken this order',
  },
  orderOver: {
    code: 641,
    'zh-CN': '订单已经结束，不能再改',
    'zh-TW': '訂單已經結束，不能再改',
    en: 'The order is over and can’t be changed',
  },
  orderNotTaken: {
    code: 642,
    'zh-CN': '还没有人接单',
    'zh-TW': '還沒有人接單',
    en: 'Nobody has taken the order yet',
  },
  sentenceSettled: {
    code: 643,
    'zh-CN': '这一句不用再录了：已经验收，或者话术改了',
    'zh-TW': '這一句不用再錄了：已經驗收，或者話術改了',
    en: 'This sentence needs no recording any more: it was accepted, or the plan changed',
  },
  nothingHandedIn: {
    code: 644,
    'zh-CN': '这一句没有待验收的录音，请刷新再看',
    'zh-TW': '這一句沒有待驗收的錄音，請重新整理再看',
    en: 'No recording of this sentence waits to be judged. Refresh the page',
  },
  orderUnjudged: {
    code: 645,
    'zh-CN': '有句子已经交来还没验收，请先验收或退回，再取消',
    'zh-TW': '有句子已經交來還沒驗收，請先驗收或退回，再取消',
    en: 'Some sentences are handed in. Accept them or send them back before you cancel',
  },
  orderShort: {
    code: 646,
    'zh-CN': '余额不足：这个订单要冻结 {amount} 元，当前可用 {available} 元',
    'zh-TW': '餘額不足：這個訂單要凍結 {amount} 元，目前可用 {available} 元',
    en: 'The balance is too low: {amount} yuan would be held, {available} yuan are available',
  },
  notInPlan: {
    code: 647,
    'zh-CN': '话术里没有这一句了：{text}',
    'zh-TW': '話術裡沒有這一句了：{text}',
    en: 'The plan doesn’t say this any more: {text}',
  },
  alreadyOrdered: {
    code: 648,
    'zh-CN': '这一句已经在另一个没结束的订单里：{text}',
    'zh-TW': '這一句已經在另一個沒結束的訂單裡：{text}',
    en: 'Another order that isn’t over has this sentence: {text}',
  },
  deadlinePast: {
    code: 649,
    'zh-CN': '截止日期要在今天到 {days} 天之内',
    'zh-TW': '截止日期要在今天到 {days} 天之內',
    en: 'The last day must be from today to {days} days ahead',
  },
  nobodyToRecord: {
    code: 650,
    'zh-CN': '那里还没有配音员：给员工一个用「配音」模板建的角色',
    'zh-TW': '那裡還沒有配音員：給員工一個用「配音」範本建的角色',
    en: 'There are no voice people yet: give an employee a role made from the template “Voice talent”',
  },
  ordersFull: {
    code: 651,
    'zh-CN': '没结束的录音订单已有 {limit} 个，请先验收或取消',
    'zh-TW': '沒結束的錄音訂單已有 {limit} 個，請先驗收或取消',
    en: '{limit} orders are not over yet. Accept or cancel some first',
  },
  orderReused: {
    code: 652,
    'zh-CN': '这个请求编号已经用过',
    'zh-TW': '這個請求編號已經用過',
    en: 'This request id was used for another order',
  },
  markBackwards: {
    code: 653,
    'zh-CN': '标记的结束要在开始之后',
    'zh-TW': '標記的結束要在開始之後',
    en: 'The mark must end after it begins',
  },
} as const;
