/** Refusals of the rules of calling; part of `refusals.ts`. */
export const rulesRefusals = {
  rulesChanged: {
    code: 298,
    'zh-CN': '规则刚被别人改过，请重新打开再改',
    'zh-TW': '規則剛被別人改過，請重新開啟再改',
    en: 'Somebody has just changed the rules. Open them again',
  },
  hoursTooWide: {
    code: 291,
    'zh-CN': '呼叫时段不能超出平台允许的 {bound}',
    'zh-TW': '呼叫時段不能超出平台允許的 {bound}',
    en: 'Calling hours must stay within the platform’s {bound}',
  },
  capTooWide: {
    code: 292,
    'zh-CN': '{field}不能超出平台的上限 {bound}',
    'zh-TW': '{field}不能超出平台的上限 {bound}',
    en: '{field}: the platform allows {bound}',
  },
  taskCapTooWide: {
    code: 299,
    'zh-CN': '任务的{field}不能比外呼规则的 {bound} 宽，请改任务，或请负责人改外呼规则',
    'zh-TW': '任務的{field}不能比外呼規則的 {bound} 寬，請改任務，或請負責人改外呼規則',
    en: '{field}: the calling rules allow {bound}. Change the task, or ask the owner to change the rules',
  },
  taskHoursTooWide: {
    code: 293,
    'zh-CN': '任务时段不能超出外呼规则的 {bound}，请改任务时段，或请负责人改外呼规则',
    'zh-TW': '任務時段不能超出外呼規則的 {bound}，請改任務時段，或請負責人改外呼規則',
    en: 'Task hours must stay within the calling rules’ {bound}. Change them, or ask the owner to change the rules',
  },
  byHandClosed: {
    code: 294,
    'zh-CN': '这个号码现在不在呼叫时段，外呼规则不允许试呼',
    'zh-TW': '這個號碼現在不在呼叫時段，外呼規則不允許試呼',
    en: 'Outside this number’s calling hours. The calling rules don’t allow test calls then',
  },
  byHandCapped: {
    code: 297,
    'zh-CN': '这个号码的呼叫次数已到上限，外呼规则不允许试呼',
    'zh-TW': '這個號碼的呼叫次數已達上限，外呼規則不允許試呼',
    en: 'This number has reached its call limit. The calling rules don’t allow test calls then',
  },
} as const;
