import type { MessageSource, MessageState, TemplateFault, TemplateState } from '@lianxian/core';
import type { Language, Said } from './language.ts';
import { say } from './say.ts';

/** What pages and sheets say of text messages, in three languages. */
export const smsStateWords: Readonly<Record<MessageState, Said>> = {
  queued: say('等待发送', '等待傳送', 'Waiting'),
  handing: say('正在发送', '正在傳送', 'Sending'),
  sent: say('已提交', '已提交', 'Submitted'),
  delivered: say('已送达', '已送達', 'Delivered'),
  failed: say('失败', '失敗', 'Failed'),
  unknown: say('不明', '不明', 'Unknown'),
  withheld: say('未发送', '未傳送', 'Not sent'),
};

/** Of templates and of providers. */
export const smsKindWords = {
  notice: say('通知', '通知', 'Notice'),
  marketing: say('营销', '行銷', 'Marketing'),
  log: say('练习', '練習', 'Practice'),
  http: say('HTTP', 'HTTP', 'HTTP'),
  smpp: say('SMPP', 'SMPP', 'SMPP'),
} as const satisfies Readonly<Record<string, Said>>;

export const smsSourceWords: Readonly<Record<MessageSource, Said>> = {
  hand: say('手动发送', '手動傳送', 'By hand'),
  rule: say('通话后规则', '通話後規則', 'Rule after a call'),
  node: say('通话中', '通話中', 'During a call'),
  batch: say('群发', '群發', 'To many'),
};

export const templateStateWords: Readonly<Record<TemplateState, Said>> = {
  draft: say('草稿', '草稿', 'Draft'),
  review: say('审核中', '審核中', 'In review'),
  usable: say('可用', '可用', 'Usable'),
  refused: say('未通过', '未通過', 'Refused'),
};

const templateFaultWords: Readonly<Record<TemplateFault, Said>> = {
  noSignature: say('请填写签名', '請填寫簽名', 'Enter a signature'),
  brackets: say(
    '签名和正文里不能有【】，系统会加上',
    '簽名和內文裡不能有【】，系統會加上',
    'No 【】 in signature or text: they are added',
  ),
  noContent: say('请填写正文', '請填寫內文', 'Enter the text'),
  brokenVariable: say(
    `变量没有写完整，应像 \${姓名}`,
    `變數沒有寫完整，應像 \${姓名}`,
    `A variable isn’t complete: write \${name}`,
  ),
  linkWithoutPlace: say(
    '正文里有短链的位置，请填写短链要打开的地址',
    '內文裡有短鏈的位置，請填寫短鏈要開啟的位址',
    'The text has a short link. Enter where it leads',
  ),
  placeWithoutLink: say('请在正文里插入短链的位置', '請在內文裡插入短鏈的位置', 'Insert the short link into the text'),
  tooLong: say('正文太长，最多 500 个字', '內文太長，最多 500 個字', 'Too long: 500 characters at most'),
};

/** Why a message did not go, or not come on. What the rules of calling say is said by their own words. */
const causes = {
  '': say('', '', ''),
  notMobile: say('不是手机号，收不到短信', '不是手機號，收不到簡訊', 'Not a mobile number'),
  blacklisted: say('号码在黑名单里', '號碼在黑名單裡', 'The number is on the blacklist'),
  taskListed: say('号码在任务的黑名单里', '號碼在任務的黑名單裡', 'The number is on the task’s blacklist'),
  sharedListed: say('号码在平台或行业名单里', '號碼在平台或行業名單裡', 'The number is on a list of the platform'),
  forbidden: say('这个号码不能联系', '這個號碼不能聯絡', 'This number may not be contacted'),
  undialable: say('这个号码不能联系', '這個號碼不能聯絡', 'This number may not be contacted'),
  practiceNumber: say(
    '练习号码只能用练习服务商发',
    '練習號碼只能用練習服務商傳送',
    'Practice numbers are written to by the practice provider alone',
  ),
  hours: say('不在允许的时段，到时再发', '不在允許的時段，到時再傳', 'Outside the hours; sent when they begin'),
  holiday: say('节假日不发，之后再发', '節假日不傳，之後再傳', 'A public holiday; sent afterwards'),
  yearUnknown: say(
    '这一年的节假日还没有公布',
    '這一年的節假日還沒有公布',
    'The holidays of this year aren’t known yet',
  ),
  cappedDay: say('今天给这个号码发的已到上限', '今天給這個號碼傳的已到上限', 'Enough messages to this number today'),
  cappedWeek: say('7 天内给这个号码发的已到上限', '7 天內給這個號碼傳的已到上限', 'Enough messages in 7 days'),
  cappedMonth: say('30 天内给这个号码发的已到上限', '30 天內給這個號碼傳的已到上限', 'Enough messages in 30 days'),
  cappedElsewhere: say(
    '平台上给这个号码发的已到上限',
    '平台上給這個號碼傳的已到上限',
    'Enough messages over the platform',
  ),
  tooSoon: say('离上一条太近', '離上一則太近', 'Too soon after the last one'),
  noConsent: say('没有同意记录', '沒有同意紀錄', 'No consent'),
  missingVariable: say('缺少变量的值', '缺少變數的值', 'A variable has no value'),
  templateGone: say('模板已删除或不可用', '範本已刪除或不可用', 'The template is gone or not usable'),
  templateCode: say(
    '模板没有填这家服务商的模板编号',
    '範本沒有填這家服務商的範本編號',
    'The template lacks this provider’s code',
  ),
  shortOfMoney: say('余额不足', '餘額不足', 'The balance is too low'),
  noProvider: say('没有能用的短信服务商', '沒有能用的簡訊服務商', 'No provider works'),
  merchantOff: say('商户已停用', '商戶已停用', 'The company is switched off'),
  expired: say('等了三天没有发出', '等了三天沒有傳出', 'Waited three days in vain'),
  cancelled: say('已取消', '已取消', 'Cancelled'),
  refused: say('服务商拒绝了', '服務商拒絕了', 'The provider refused it'),
  noReview: say(
    '服务商的设置里已没有模板报备',
    '服務商的設定裡已沒有範本報備',
    'The provider’s settings have no review any more',
  ),
  throttled: say('服务商说太快了', '服務商說太快了', 'The provider said: too fast'),
  signIn: say('服务商拒绝了账号或密码', '服務商拒絕了帳號或密碼', 'The provider refused account or password'),
  unreachable: say('连不上服务商', '連不上服務商', 'The provider can’t be reached'),
  notAllowed: say(
    '地址在内网或本机，需要安装人员在 PRIVATE_HOSTS 里允许',
    '位址在內網或本機，需要安裝人員在 PRIVATE_HOSTS 裡允許',
    'Private network address. The platform operator must allow it in PRIVATE_HOSTS',
  ),
  notAnAddress: say('服务商的地址不能用', '服務商的位址不能用', 'The provider’s address can’t be used'),
  redirected: say('服务商要求转到别的地址', '服務商要求轉到別的位址', 'The provider redirects'),
  nonsense: say('服务商的回答看不懂', '服務商的回答看不懂', 'The provider’s answer makes no sense'),
  timeout: say(
    '服务商没有及时回答，不知道有没有发出',
    '服務商沒有及時回答，不知道有沒有傳出',
    'No answer in time: it may have gone',
  ),
  died: say(
    '发送时系统中断，不知道有没有发出',
    '傳送時系統中斷，不知道有沒有傳出',
    'Interrupted while sending: it may have gone',
  ),
  partly: say('只发出了一部分', '只傳出了一部分', 'Only some parts went'),
  undelivered: say('运营商没有送到', '電信業者沒有送到', 'The carrier didn’t deliver it'),
  lapsed: say('对方一直收不到，已过期', '對方一直收不到，已過期', 'Not reachable until it lapsed'),
  rejected: say('运营商拦截了', '電信業者攔截了', 'The carrier rejected it'),
} as const satisfies Readonly<Record<string, Said>>;
type SmsCause = keyof typeof causes;

/** A cause with what the provider called it, `refused:isv.MOBILE_NUMBER_ILLEGAL`. */
export const smsCauseText = (because: string, language: Language): string => {
  const [key = '', ...rest] = because.split(':');
  const said = Object.hasOwn(causes, key) ? causes[key as SmsCause][language] : key;
  const code = rest.join(':');
  if (code === '') return said;
  return language === 'en' ? `${said} (${code})` : `${said}（${code}）`;
};

/** Of an answer by which somebody wants no more of them. */
export const smsReplyStopWord = say('退订', '退訂', 'Wants no more');
export const smsStateText = (state: MessageState, language: Language): string => smsStateWords[state][language];
export const templateFaultText = (fault: TemplateFault | '', language: Language): string =>
  fault === '' ? '' : templateFaultWords[fault][language];
