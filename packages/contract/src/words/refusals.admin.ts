/** Refusals of the admin pages of the platform and its resellers, 285 to 299. */
export const adminRefusals = {
  merchantNumberTaken: {
    code: 285,
    'zh-CN': '商户编号 {number} 已被使用',
    'zh-TW': '商戶編號 {number} 已被使用',
    en: 'The merchant number {number} is taken',
  },
  balanceShort: {
    code: 286,
    'zh-CN': '余额不足，当前可用 {available} 元',
    'zh-TW': '餘額不足，目前可用 {available} 元',
    en: 'Insufficient balance: ¥{available} available',
  },
  quotaBeyondOwn: {
    code: 287,
    'zh-CN': '{field}不能超过您自己的 {limit}',
    'zh-TW': '{field}不能超過您自己的 {limit}',
    en: '{field} can’t exceed your own limit of {limit}',
  },
  ownerNeeded: {
    code: 288,
    'zh-CN': '请填写负责人的账号和姓名',
    'zh-TW': '請填寫負責人的帳號和姓名',
    en: 'Enter the owner’s account and name',
  },
  numbersUsedUp: {
    code: 289,
    'zh-CN': '没有可用的商户编号，请自己填一个',
    'zh-TW': '沒有可用的商戶編號，請自己填一個',
    en: 'No merchant number available. Enter one',
  },
  merchantNumberOther: {
    code: 290,
    'zh-CN': '请填写本商户的编号',
    'zh-TW': '請填寫本商戶的編號',
    en: 'Enter your own merchant number',
  },
} as const;
