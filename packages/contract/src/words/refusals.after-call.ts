/** Refusals of webhooks and of rules after a call, 480 to 499. */
export const afterCallRefusals = {
  webhookAddress: {
    code: 480,
    'zh-CN': '地址应以 http:// 或 https:// 开头，不带账号密码',
    'zh-TW': '位址應以 http:// 或 https:// 開頭，不帶帳號密碼',
    en: 'The address must start with http:// or https:// and contain no password',
  },
  webhooksFull: {
    code: 481,
    'zh-CN': '最多添加 {most} 个接收地址，请先删除不用的',
    'zh-TW': '最多新增 {most} 個接收位址，請先刪除不用的',
    en: 'Limit of {most} endpoints reached. Delete one first',
  },
  webhookWholeNumbers: {
    code: 482,
    'zh-CN': '你看不到完整号码，不能让系统发送完整号码',
    'zh-TW': '你看不到完整號碼，不能讓系統傳送完整號碼',
    en: 'You can’t see whole numbers, so you can’t have them sent',
  },
  afterCallMoved: {
    code: 483,
    'zh-CN': '规则刚刚被别人改过，请刷新后再改',
    'zh-TW': '規則剛剛被別人改過，請重新整理後再改',
    en: 'Someone else just changed the rules. Reload them first',
  },
  afterCallNowhere: {
    code: 484,
    'zh-CN': '规则“{rule}”里选的接收地址、短信模板或员工已经不在了，请重新选择',
    'zh-TW': '規則「{rule}」裡選的接收位址、簡訊範本或員工已經不在了，請重新選擇',
    en: 'The rule “{rule}” names an endpoint, a template or a person that is gone. Choose again',
  },
} as const;
