/** Refusals of text messages, 620 to 639. */
export const smsRefusals = {
  smsTemplatesFull: {
    code: 620,
    'zh-CN': '最多 {most} 个短信模板，请先删除不用的',
    'zh-TW': '最多 {most} 個簡訊範本，請先刪除不用的',
    en: 'Limit of {most} templates reached. Delete one first',
  },
  smsTemplateFault: { code: 621, 'zh-CN': '{why}', 'zh-TW': '{why}', en: '{why}' },
  smsTemplateDraft: {
    code: 622,
    'zh-CN': '草稿要先提交审核',
    'zh-TW': '草稿要先提交審核',
    en: 'Submit the draft first',
  },
  smsTemplateUnusable: {
    code: 623,
    'zh-CN': '模板还不能用，请先通过审核',
    'zh-TW': '範本還不能用，請先通過審核',
    en: 'The template isn’t usable yet. It has to be approved',
  },
  smsNoLinkHost: {
    code: 624,
    'zh-CN': '模板里有短链，请先在设置里填写短链的域名',
    'zh-TW': '範本裡有短鏈，請先在設定裡填寫短鏈的網域',
    en: 'The template has a short link. Set the host of short links first',
  },
  smsProvidersFull: {
    code: 625,
    'zh-CN': '最多 {most} 个短信服务商，请先删除不用的',
    'zh-TW': '最多 {most} 個簡訊服務商，請先刪除不用的',
    en: 'Limit of {most} providers reached. Delete one first',
  },
  smsSecretAnew: {
    code: 626,
    'zh-CN': '换了服务商的地址，请重新填写密钥',
    'zh-TW': '換了服務商的位址，請重新填寫金鑰',
    en: 'The provider’s address changed. Enter the key again',
  },
  smsNobody: {
    code: 627,
    'zh-CN': '没有可以发的号码',
    'zh-TW': '沒有可以傳送的號碼',
    en: 'There is no number to send to',
  },
  smsToWhom: {
    code: 628,
    'zh-CN': '请填写号码，或选择一通通话',
    'zh-TW': '請填寫號碼，或選擇一通通話',
    en: 'Enter a number, or choose a call',
  },
  smsTooMany: {
    code: 629,
    'zh-CN': '一次最多发 {most} 个号码，请分批',
    'zh-TW': '一次最多傳 {most} 個號碼，請分批',
    en: 'Up to {most} numbers at a time',
  },
  smsNoMoney: {
    code: 630,
    'zh-CN': '余额不足，请充值后再发',
    'zh-TW': '餘額不足，請儲值後再傳送',
    en: 'The balance is too low. Top up first',
  },
} as const;
