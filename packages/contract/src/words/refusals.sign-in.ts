import { answerCodes } from '../wire.ts';

/** Refusals of signing in, of one's own password, second factor and WeChat user; part of `refusals.ts`. */
export const signInRefusals = {
  mustChangePassword: {
    code: 210,
    'zh-CN': '密码是别人设的，请先修改密码',
    'zh-TW': '密碼是別人設的，請先修改密碼',
    en: 'This password was set by someone else. Change it first',
  },
  codeNeeded: {
    code: 211,
    'zh-CN': '请输入动态码',
    'zh-TW': '請輸入動態碼',
    en: 'Enter the code of your authenticator',
  },
  codeWrong: {
    code: 212,
    'zh-CN': '动态码不对或已用过，等下一个再试',
    'zh-TW': '動態碼不對或已用過，等下一個再試',
    en: 'Incorrect or already used code. Try the next one',
  },
  addressLocked: {
    code: 213,
    'zh-CN': '这个网络登录失败太多，{minutes} 分钟后再试',
    'zh-TW': '這個網路登入失敗太多，{minutes} 分鐘後再試',
    en: 'Too many failed attempts from this network. Try again in {minutes} min',
  },
  oldPasswordWrong: { code: 214, 'zh-CN': '旧密码不对', 'zh-TW': '舊密碼不對', en: 'Current password is incorrect' },
  passwordShort: {
    code: 215,
    'zh-CN': '新密码至少 {least} 位',
    'zh-TW': '新密碼至少 {least} 位',
    en: 'The new password must be at least {least} characters',
  },
  passwordSame: {
    code: 216,
    'zh-CN': '新密码不能和旧密码或账号相同',
    'zh-TW': '新密碼不能和舊密碼或帳號相同',
    en: 'The new password must differ from the old one and from the account',
  },
  passwordTries: {
    code: 217,
    'zh-CN': '密码输错太多次，{minutes} 分钟后再试',
    'zh-TW': '密碼輸錯太多次，{minutes} 分鐘後再試',
    en: 'Too many incorrect passwords. Try again in {minutes} min',
  },
  secondFactorOn: {
    code: 218,
    'zh-CN': '两步验证已经打开',
    'zh-TW': '兩步驟驗證已經開啟',
    en: 'Two-step sign-in is already on',
  },
  secondFactorOff: {
    code: 219,
    'zh-CN': '两步验证没有打开，请重新设置',
    'zh-TW': '兩步驟驗證沒有開啟，請重新設定',
    en: 'Two-step sign-in isn’t on. Set it up again',
  },
  bindCodeWrong: {
    code: 220,
    'zh-CN': '绑定码不对或已过期，请在“账号安全”里重新获取',
    'zh-TW': '綁定碼不對或已過期，請在「帳號安全」裡重新取得',
    en: 'Incorrect or expired code. Get a new one under Account security',
  },
  weChatLoginBad: {
    code: 221,
    'zh-CN': '微信登录已过期，请从小程序重新打开这个页面',
    'zh-TW': '微信登入已過期，請從小程式重新開啟這個頁面',
    en: 'WeChat sign-in expired. Reopen this page from the mini program',
  },
  weChatAway: {
    code: 222,
    'zh-CN': '微信暂时没有回应，请稍后再试',
    'zh-TW': '微信暫時沒有回應，請稍後再試',
    en: 'WeChat isn’t responding. Try again shortly',
  },
  weChatOff: {
    code: 223,
    'zh-CN': '还没有配置微信小程序，请联系平台管理员',
    'zh-TW': '還沒有設定微信小程式，請聯絡平台管理員',
    en: 'No WeChat mini program is set up. Ask the platform administrator',
  },
  weChatTaken: {
    code: 224,
    'zh-CN': '这个微信已绑定本商户的其他账号，请先解绑',
    'zh-TW': '這個微信已綁定本商戶的其他帳號，請先解綁',
    en: 'This WeChat user is linked to another account. Unlink it first',
  },
  passwordCommon: {
    code: 225,
    'zh-CN': '这个密码太常见或太有规律，容易被猜到，请换一个',
    'zh-TW': '這個密碼太常見或太有規律，容易被猜到，請換一個',
    en: 'This password is too easy to guess. Choose another',
  },
  proveAgain: {
    code: answerCodes.proveAgain,
    'zh-CN': '请再输入一次密码或动态码',
    'zh-TW': '請再輸入一次密碼或動態碼',
    en: 'Enter your password or code again',
  },
  mustSetFactor: {
    code: 227,
    'zh-CN': '请先设置两步验证',
    'zh-TW': '請先設定兩步驟驗證',
    en: 'Set up two-step sign-in first',
  },
  resetCodeWrong: {
    code: 229,
    'zh-CN': '确认码不对或已过期，请对方重新获取',
    'zh-TW': '確認碼不對或已過期，請對方重新取得',
    en: 'Incorrect or expired code. Request a new one',
  },
  resetOver: {
    code: 245,
    'zh-CN': '这次找回已过期或已用过，请重新开始',
    'zh-TW': '這次找回已過期或已用過，請重新開始',
    en: 'This reset has expired. Start over',
  },
  factorDemanded: {
    code: 228,
    'zh-CN': '商户要求两步验证，不能关闭',
    'zh-TW': '商戶要求兩步驟驗證，不能關閉',
    en: 'Two-step sign-in is required and can’t be turned off',
  },
} as const;
