/** Refusals of a call by hand; part of `refusals.ts`. */
export const callRefusals = {
  emergencyNumber: {
    code: 115,
    'zh-CN': '紧急号码不能呼叫',
    'zh-TW': '緊急號碼不能呼叫',
    en: 'Emergency numbers can’t be called',
  },
  practiceNumber: {
    code: 116,
    'zh-CN': '练习号码只能用练习线路呼叫',
    'zh-TW': '練習號碼只能用練習線路呼叫',
    en: 'Practice numbers only work on the practice line',
  },
  practiceLine: {
    code: 117,
    'zh-CN': '练习线路只能呼叫练习号码',
    'zh-TW': '練習線路只能呼叫練習號碼',
    en: 'The practice line only calls practice numbers',
  },
  practiceLineFixed: {
    code: 118,
    'zh-CN': '练习线路不能修改或删除',
    'zh-TW': '練習線路不能修改或刪除',
    en: 'The practice line can’t be changed',
  },
  callOver: { code: 119, 'zh-CN': '通话已结束', 'zh-TW': '通話已結束', en: 'The call has ended' },
  tooManyCalls: {
    code: 120,
    'zh-CN': '同时进行的通话最多 {limit} 个，请等一个结束',
    'zh-TW': '同時進行的通話最多 {limit} 個，請等一個結束',
    en: 'Limit of {limit} concurrent calls reached. Wait for one to end',
  },
  diskFull: {
    code: 121,
    'zh-CN': '磁盘快满了，不能再呼叫，请先清理',
    'zh-TW': '磁碟快滿了，不能再呼叫，請先清理',
    en: 'Disk almost full. Free up space first',
  },
  callsAway: {
    code: 122,
    'zh-CN': '呼叫服务没有运行，请稍后再试',
    'zh-TW': '呼叫服務沒有執行，請稍後再試',
    en: 'The call service isn’t running. Try again',
  },
  lineFull: {
    code: 123,
    'zh-CN': '线路的 {limit} 个通道都在用，请等一个结束',
    'zh-TW': '線路的 {limit} 個通道都在用，請等一個結束',
    en: 'All {limit} channels of the line are in use. Wait for one to free up',
  },
  numberBlacklisted: {
    code: 124,
    'zh-CN': '号码在黑名单里，不能呼叫',
    'zh-TW': '號碼在黑名單裡，不能呼叫',
    en: 'This number is on the blacklist and can’t be called',
  },
  balanceOut: {
    code: 125,
    'zh-CN': '余额不足，请充值后再呼叫',
    'zh-TW': '餘額不足，請儲值後再呼叫',
    en: 'Insufficient balance. Top up first',
  },
  callsStopping: {
    code: 126,
    'zh-CN': '呼叫服务正在停止或重启，暂时不接新的呼叫，请过几分钟再试',
    'zh-TW': '呼叫服務正在停止或重新啟動，暫時不接新的呼叫，請過幾分鐘再試',
    en: 'The call service is restarting. Try again in a few minutes',
  },
  shortNumber: {
    code: 127,
    'zh-CN': '短号和服务号码不能呼叫',
    'zh-TW': '短號和服務號碼不能呼叫',
    en: 'Short and service numbers can’t be called',
  },
  premiumNumber: {
    code: 128,
    'zh-CN': '声讯台等收费号码不能呼叫',
    'zh-TW': '聲訊台等收費號碼不能呼叫',
    en: 'Premium-rate numbers can’t be called',
  },
  abroadNumber: {
    code: 129,
    'zh-CN': '国际号码不能呼叫',
    'zh-TW': '國際號碼不能呼叫',
    en: 'International numbers can’t be called',
  },
} as const;
