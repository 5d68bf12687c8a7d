/**
 * Every refusal with its code and its sentence in three languages (product.md §2). 0 is success, 103 is fixed by the
 * original. `{…}` are filled by the refusal. Codes are stable: a new one is added, none is re-used.
 */
export const refusals = {
  signedOut: { code: 103, 'zh-CN': '登录失效', 'zh-TW': '登入失效', en: 'Signed out' },
  badInput: { code: 100, 'zh-CN': '{field}：{allowed}', 'zh-TW': '{field}：{allowed}', en: '{field}: {allowed}' },
  noRight: {
    code: 104,
    'zh-CN': '没有权限，请联系管理员开通',
    'zh-TW': '沒有權限，請聯絡管理員開通',
    en: 'Not permitted; ask your administrator',
  },
  notFound: {
    code: 105,
    'zh-CN': '{what}不存在或已删除',
    'zh-TW': '{what}不存在或已刪除',
    en: '{what} does not exist',
  },
  unknownEndpoint: { code: 106, 'zh-CN': '接口不存在', 'zh-TW': '介面不存在', en: 'No such endpoint' },
  tooMany: {
    code: 107,
    'zh-CN': '操作太频繁，{seconds} 秒后再试',
    'zh-TW': '操作太頻繁，{seconds} 秒後再試',
    en: 'Too many requests; try again in {seconds} s',
  },
  tooLarge: {
    code: 108,
    'zh-CN': '提交的内容太大，最多 {limit}',
    'zh-TW': '提交的內容太大，最多 {limit}',
    en: 'Too large; at most {limit}',
  },
  serverBusy: {
    code: 109,
    'zh-CN': '服务暂时不可用，请稍后再试',
    'zh-TW': '服務暫時無法使用，請稍後再試',
    en: 'Temporarily unavailable; try again',
  },
  pageTooFar: {
    code: 110,
    'zh-CN': '只能翻到第 10000 行，请加筛选条件',
    'zh-TW': '只能翻到第 10000 列，請加篩選條件',
    en: 'Pages end at row 10,000; please filter',
  },
} as const;
export type RefusalKey = keyof typeof refusals;
