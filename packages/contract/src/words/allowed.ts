import type { Said } from './language.ts';
import { say } from './say.ts';

/**
 * What a field may hold, by what was wrong with it. A sentence says what is allowed, never only that something is wrong:
 * `{least}` and `{most}` are the field's own bounds, `{limit}` the one thing that stands in the way.
 */
export const allowed = {
  missing: say('必填', '必填', 'required'),
  characterRange: say('{least}–{most} 个字符', '{least}–{most} 個字元', '{least} to {most} characters'),
  characters: say('{limit} 个字符', '{limit} 個字元', '{limit} characters'),
  short: say('至少 {limit} 个字符', '至少 {limit} 個字元', 'at least {limit} characters'),
  long: say('最多 {limit} 个字符', '最多 {limit} 個字元', 'at most {limit} characters'),
  itemRange: say('{least}–{most} 项', '{least}–{most} 項', '{least} to {most} items'),
  items: say('{limit} 项', '{limit} 項', '{limit} items'),
  few: say('至少 {limit} 项', '至少 {limit} 項', 'at least {limit} items'),
  many: say('最多 {limit} 项', '最多 {limit} 項', 'at most {limit} items'),
  wholeRange: say(
    '应为 {least} 到 {most} 的整数',
    '應為 {least} 到 {most} 的整數',
    'a whole number from {least} to {most}',
  ),
  wholeFrom: say('应为不小于 {limit} 的整数', '應為不小於 {limit} 的整數', 'a whole number from {limit}'),
  numberRange: say('应为 {least} 到 {most} 的数字', '應為 {least} 到 {most} 的數字', 'a number from {least} to {most}'),
  small: say('不能小于 {limit}', '不能小於 {limit}', 'at least {limit}'),
  big: say('不能大于 {limit}', '不能大於 {limit}', 'at most {limit}'),
  number: say('应为数字', '應為數字', 'a number'),
  whole: say('应为整数', '應為整數', 'a whole number'),
  flag: say('只能是 0 或 1', '只能是 0 或 1', '0 or 1'),
  choice: say('只能是 {limit}', '只能是 {limit}', 'one of {limit}'),
  format: say('格式不正确', '格式不正確', 'wrong format'),
  shape: say('内容不正确', '內容不正確', 'wrong content'),
  unstorable: say('含有不允许的字符', '含有不允許的字元', 'forbidden characters'),
  json: say('应为 JSON', '應為 JSON', 'JSON'),
  keys: say('只能是 0–9、*、#、A–D', '只能是 0–9、*、#、A–D', 'keys 0–9, *, #, A–D'),
  moment: say(
    '应为日期和时间，如 2026-03-09 08:00:00',
    '應為日期和時間，如 2026-03-09 08:00:00',
    'a date and time like 2026-03-09 08:00:00',
  ),
  pastWeek: say('应在最近 7 天内', '應在最近 7 天內', 'within the last 7 days'),
  twoLetters: say('至少两个相连的字', '至少兩個相連的字', 'at least two characters beside each other'),
  host: say('应为主机名或 IP，可带端口', '應為主機名稱或 IP，可帶連接埠', 'a host name or IP, with a port or without'),
  oneLine: say('只能是一行文字', '只能是一行文字', 'one line of text'),
  id: say('应为列表里的编号', '應為清單裡的編號', 'an id as lists have it'),
  idOrNone: say(
    '应为列表里的编号，或 0（没有）',
    '應為清單裡的編號，或 0（沒有）',
    'an id as lists have it, or 0 for none',
  ),
  ids: say('应为编号，用逗号隔开，最多 200 个', '應為編號，用逗號隔開，最多 200 個', 'ids with commas, at most 200'),
  cursor: say(
    '应为上一页给出的位置，请从第一页重新查看',
    '應為上一頁給出的位置，請從第一頁重新檢視',
    'what the page before gave; begin at the first page',
  ),
  key: say('应为系统给出的编号', '應為系統給出的編號', 'as the platform gave it'),
  file: say(
    '应为上传后得到的编号，请重新上传',
    '應為上傳後得到的編號，請重新上傳',
    'what an upload answered; upload it again',
  ),
  picture: say(
    '请上传图片，不能填别处的地址',
    '請上傳圖片，不能填別處的位址',
    'an uploaded picture, not an address elsewhere',
  ),
  merchantNumber: say('1–20 位数字', '1–20 位數字', '1 to 20 digits'),
  wallClock: say(
    '应为日期和几点几分，例如 2026-11-29T09:00',
    '應為日期和幾點幾分，例如 2026-11-29T09:00',
    'a day and a time, as 2026-11-29T09:00',
  ),
  instant: say(
    '应为日期和时间，如 2026-03-09T08:00:00+08:00',
    '應為日期和時間，如 2026-03-09T08:00:00+08:00',
    'a date and time like 2026-03-09T08:00:00+08:00',
  ),
  day: say('应为日期，如 2026-03-09', '應為日期，如 2026-03-09', 'a date like 2026-03-09'),
  lastDay: say(
    '应为今天或以后的日期，不早于开始日期',
    '應為今天或以後的日期，不早於開始日期',
    'today or later, and not before the first day',
  ),
  dayOfCentury: say(
    '应为 2000 到 2099 年的日期，如 2026-03-09',
    '應為 2000 到 2099 年的日期，如 2026-03-09',
    'a date of the years 2000 to 2099, like 2026-03-09',
  ),
  yuan: say(
    '应为金额，最多两位小数，如 100.50',
    '應為金額，最多兩位小數，如 100.50',
    'yuan with two decimals at most, like 100.50',
  ),
  price: say(
    '应为单价，最多四位小数，如 0.12',
    '應為單價，最多四位小數，如 0.12',
    'yuan with four decimals at most, like 0.12',
  ),
  ownNumber: say(
    '3 到 20 位数字，前面可带 +',
    '3 到 20 位數字，前面可帶 +',
    '3 to 20 digits, with a + before them if needed',
  ),
  telephone: say('只能是数字、空格、+ 和 -', '只能是數字、空格、+ 和 -', 'digits, spaces, + and - alone'),
  phone: say('请输入8-12位', '請輸入8-12位', '8 to 12 digits'),
  figure: say(
    '应为数字，可带正负号和小数，最多 15 位',
    '應為數字，可帶正負號和小數，最多 15 位',
    'a number of at most 15 digits, with a sign and decimals if needed',
  ),
  birthday: say(
    '应为日期，如 1988-06-14，或留空',
    '應為日期，如 1988-06-14，或留空',
    'a date like 1988-06-14, or nothing',
  ),
  region: say('应为地区代码，请从列表里选', '應為地區代碼，請從清單裡選', 'a region of the list'),
  webAddress: say(
    '应为 http:// 或 https:// 开头的网址',
    '應為 http:// 或 https:// 開頭的網址',
    'an address that begins with http:// or https://',
  ),
  colour: say(
    '应为 # 加六位十六进制的颜色，如 #1d6fe0',
    '應為 # 加六位十六進位的顏色，如 #1d6fe0',
    'a colour of # and six hex digits, like #1d6fe0',
  ),
  pagePath: say(
    '应为本系统的页面，如 /my-task',
    '應為本系統的頁面，如 /my-task',
    'a page of this platform, like /my-task',
  ),
  secretKey: say(
    '只能是英文字母、数字和符号，不含空格',
    '只能是英文字母、數字和符號，不含空格',
    'letters, digits and signs of ASCII, no blanks',
  ),
  recogniser: say(
    '只能是 chosen、none 或语音服务的编号',
    '只能是 chosen、none 或語音服務的編號',
    'chosen, none, or the id of a speech service',
  ),
  graphPart: say(
    '1–64 个字符，不含空格和斜线',
    '1–64 個字元，不含空格和斜線',
    '1 to 64 characters without blanks and slashes',
  ),
  address: say(
    '应为 IP 地址或域名，可带端口，如 192.0.2.10:5060',
    '應為 IP 位址或網域，可帶連接埠，如 192.0.2.10:5060',
    'an IP address or host name, with a port if needed, like 192.0.2.10:5060',
  ),
  inner: say(
    '{limit} 在内网或本机，不能作线路地址；自己内网的 PBX 请安装人员在 PRIVATE_HOSTS 里允许',
    '{limit} 在內網或本機，不能作線路位址；自己內網的 PBX 請安裝人員在 PRIVATE_HOSTS 裡允許',
    '{limit} is of a private network or of this machine; for a PBX of your own, whoever installed this must allow it in PRIVATE_HOSTS',
  ),
  again: say(
    '地址、域名、传输协议、证书检查或用户名改了，请重新输入密码',
    '位址、網域、傳輸協定、憑證檢查或使用者名稱改了，請重新輸入密碼',
    'address, domain, transport, certificate check or user name has changed; type the password again',
  ),
  account: say(
    '3 到 64 个字母、数字、点、横线或下划线',
    '3 到 64 個字母、數字、點、橫線或底線',
    '3 to 64 letters, digits, dots, dashes or underscores',
  ),
  needsTls: say('要把传输协议改为 TLS', '要把傳輸協定改為 TLS', 'the transport must be TLS'),
  twice: say('不能重复', '不能重複', 'no doubles'),
  noRetry: say('这种结果不能重拨：{limit}', '這種結果不能重撥：{limit}', 'this outcome is not tried again: {limit}'),
  variable: say('话术里没有「{limit}」', '話術裡沒有「{limit}」', 'the plan has no “{limit}”'),
} as const satisfies Record<string, Said>;
/** A format or a rule of a schema names its fault, so that the refusal says what is allowed: `.regex(…, 'id' satisfies Fault)`. */
export type Fault = keyof typeof allowed;

export const isFault = (word: string): word is Fault => Object.hasOwn(allowed, word);
