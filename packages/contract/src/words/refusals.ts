import { answerCodes } from '../wire.ts';
import type { BadField } from './bad-input.ts';
import type { Noun } from './nouns.ts';
import { adminRefusals } from './refusals.admin.ts';
import { afterCallRefusals } from './refusals.after-call.ts';
import { aheadRefusals } from './refusals.ahead.ts';
import { callRefusals } from './refusals.calls.ts';
import { customerRefusals } from './refusals.customers.ts';
import { fileRefusals } from './refusals.files.ts';
import { levelRefusals } from './refusals.levels.ts';
import { lineRefusals } from './refusals.lines.ts';
import { listRefusals } from './refusals.lists.ts';
import { marketRefusals } from './refusals.market.ts';
import { peopleRefusals } from './refusals.people.ts';
import { planRefusals } from './refusals.plans.ts';
import { recordOrderRefusals } from './refusals.record-orders.ts';
import { rulesRefusals } from './refusals.rules.ts';
import { seatRefusals } from './refusals.seat.ts';
import { signInRefusals } from './refusals.sign-in.ts';
import { smsRefusals } from './refusals.sms.ts';
import { speechRefusals } from './refusals.speech.ts';
import { talkRefusals } from './refusals.talks.ts';
import { voiceRefusals } from './refusals.voices.ts';
import { wordRefusals } from './refusals.words.ts';

/**
 * Every refusal with its code and its sentence in three languages (docs/wire.md#answers). 0 is success, 103 is fixed by
 * the original. `{…}` are filled by the refusal. Codes are stable: a new one is added, none is re-used.
 */
export const refusals = {
  ...signInRefusals,
  ...voiceRefusals,
  ...peopleRefusals,
  ...speechRefusals,
  ...levelRefusals,
  ...listRefusals,
  ...talkRefusals,
  ...planRefusals,
  ...wordRefusals,
  ...lineRefusals,
  ...recordOrderRefusals,
  signedOut: { code: answerCodes.signedOut, 'zh-CN': '登录失效', 'zh-TW': '登入失效', en: 'Signed out' },
  badInput: { code: 100, 'zh-CN': '{field}：{allowed}', 'zh-TW': '{field}：{allowed}', en: '{field}: {allowed}' },
  noRight: {
    code: 104,
    'zh-CN': '没有权限，请联系管理员开通',
    'zh-TW': '沒有權限，請聯絡管理員開通',
    en: 'You don’t have permission. Ask your administrator',
  },
  notFound: {
    code: answerCodes.notFound,
    'zh-CN': '{what}不存在或已删除',
    'zh-TW': '{what}不存在或已刪除',
    en: 'This {what} doesn’t exist or was deleted',
  },
  unknownEndpoint: { code: 106, 'zh-CN': '接口不存在', 'zh-TW': '介面不存在', en: 'No such endpoint' },
  tooMany: {
    code: 107,
    'zh-CN': '操作太频繁，{seconds} 秒后再试',
    'zh-TW': '操作太頻繁，{seconds} 秒後再試',
    en: 'Too many requests. Try again in {seconds} s',
  },
  tooLarge: {
    code: 108,
    'zh-CN': '提交的内容太大，最多 {limit}',
    'zh-TW': '提交的內容太大，最多 {limit}',
    en: 'Too large. Max {limit}',
  },
  serverBusy: {
    code: 109,
    'zh-CN': '服务暂时不可用，请稍后再试',
    'zh-TW': '服務暫時無法使用，請稍後再試',
    en: 'Temporarily unavailable. Try again',
  },
  loginWrong: { code: 111, 'zh-CN': '账号或密码错误', 'zh-TW': '帳號或密碼錯誤', en: 'Incorrect account or password' },
  captchaWrong: {
    code: 112,
    'zh-CN': '验证码错误或已过期',
    'zh-TW': '驗證碼錯誤或已過期',
    en: 'Incorrect or expired captcha',
  },
  accountLocked: {
    code: 113,
    'zh-CN': '登录失败次数过多，{minutes} 分钟后再试',
    'zh-TW': '登入失敗次數過多，{minutes} 分鐘後再試',
    en: 'Too many failed attempts. Try again in {minutes} min',
  },
  demoElsewhere: {
    code: 114,
    'zh-CN': '演示账号只能在本机登录',
    'zh-TW': '示範帳號只能在本機登入',
    en: 'The demo account can only sign in on this machine',
  },
  ...callRefusals,
  taskPlanFixed: {
    code: 130,
    'zh-CN': '任务启动后不能换话术，可以复制一个新的',
    'zh-TW': '任務啟動後不能換話術，可以複製一個新的',
    en: 'A started task keeps its plan. Copy the task instead',
  },
  taskRuns: {
    code: 131,
    'zh-CN': '任务正在运行，请先暂停或停止',
    'zh-TW': '任務正在執行，請先暫停或停止',
    en: 'The task is running. Pause or stop it first',
  },
  taskHasCalls: {
    code: 132,
    'zh-CN': '还有 {calls} 个通话没有结束，请稍后再删除',
    'zh-TW': '還有 {calls} 個通話沒有結束，請稍後再刪除',
    en: '{calls} calls are still in progress. Delete it a little later',
  },
  taskStartedBy: {
    code: 133,
    'zh-CN': '{who} 已在 {when} 启动了这个任务',
    'zh-TW': '{who} 已在 {when} 啟動了這個任務',
    en: '{who} started this task at {when}',
  },
  taskPlanGone: {
    code: 134,
    'zh-CN': '任务的话术已删除，不能再启动',
    'zh-TW': '任務的話術已刪除，不能再啟動',
    en: 'The task’s plan was deleted, so it can’t be started',
  },
  taskPastEnd: {
    code: 142,
    'zh-CN': '任务的截止日期已经过了，请先改截止日期',
    'zh-TW': '任務的截止日期已經過了，請先改截止日期',
    en: 'The task’s end date has passed. Change it first',
  },
  seriesOfDraft: {
    code: 143,
    'zh-CN': '只有还没启动的任务能当循环名单，请复制一个',
    'zh-TW': '只有還沒啟動的任務能當循環名單，請複製一個',
    en: 'Only a draft can become the list of a repeating task. Copy it first',
  },
  taskNoNumbers: {
    code: 135,
    'zh-CN': '任务里没有要呼叫的号码，请先导入',
    'zh-TW': '任務裡沒有要呼叫的號碼，請先匯入',
    en: 'No numbers to call. Add some first',
  },
  taskNoPorts: {
    code: 136,
    'zh-CN': '任务的语音网关都已删除，请重新选择',
    'zh-TW': '任務的語音閘道都已刪除，請重新選擇',
    en: 'The task’s voice gateways were deleted. Choose others',
  },
  taskOver: {
    code: 138,
    'zh-CN': '任务已经结束，可以复制一个新的',
    'zh-TW': '任務已經結束，可以複製一個新的',
    en: 'The task has ended. Copy it to call again',
  },
  nobodyAgain: {
    code: 458,
    'zh-CN': '没有人要再打了：刚刚有人为他们建了任务，或者都打通了',
    'zh-TW': '沒有人要再打了：剛剛有人為他們建了任務，或者都打通了',
    en: 'Nobody is left to call again: somebody has just made a task of them, or all were reached',
  },
  taskNotStarted: {
    code: 139,
    'zh-CN': '任务还没有启动',
    'zh-TW': '任務還沒有啟動',
    en: 'The task hasn’t been started yet',
  },
  taskIsPaused: {
    code: 140,
    'zh-CN': '任务已暂停，请点继续',
    'zh-TW': '任務已暫停，請點繼續',
    en: 'The task is paused. Resume it instead',
  },
  uploadTooLarge: {
    code: 150,
    'zh-CN': '文件太大，最多 {limit} MB',
    'zh-TW': '檔案太大，最多 {limit} MB',
    en: 'The file is too large. Max {limit} MB',
  },
  uploadType: {
    code: 151,
    'zh-CN': '只能上传 {types} 文件',
    'zh-TW': '只能上傳 {types} 檔案',
    en: 'Only {types} files can be uploaded',
  },
  uploadMissing: {
    code: 152,
    'zh-CN': '请选择要上传的文件',
    'zh-TW': '請選擇要上傳的檔案',
    en: 'Choose a file to upload',
  },
  sheetEmpty: {
    code: 153,
    'zh-CN': '文件里没有内容',
    'zh-TW': '檔案裡沒有內容',
    en: 'The file is empty',
  },
  sheetOld: {
    code: 154,
    'zh-CN': '这是旧版 Excel 文件（.xls），请另存为 .xlsx 或 .csv 再上传',
    'zh-TW': '這是舊版 Excel 檔案（.xls），請另存為 .xlsx 或 .csv 再上傳',
    en: 'Old Excel files (.xls) aren’t supported. Save it as .xlsx or .csv',
  },
  sheetLocked: {
    code: 155,
    'zh-CN': '表格有密码，请去掉密码再上传',
    'zh-TW': '試算表有密碼，請移除密碼再上傳',
    en: 'The workbook is password-protected. Remove the password first',
  },
  sheetBroken: {
    code: 156,
    'zh-CN': '表格打不开，可能已损坏，请用 Excel 另存一份再上传',
    'zh-TW': '試算表打不開，可能已損壞，請用 Excel 另存一份再上傳',
    en: 'Couldn’t read the workbook. Save it again in Excel',
  },
  sheetBomb: {
    code: 157,
    'zh-CN': '表格解压后超过 {limit} MB，请拆分后再上传',
    'zh-TW': '試算表解壓後超過 {limit} MB，請拆分後再上傳',
    en: 'The workbook is larger than {limit} MB when unpacked. Split it',
  },
  sheetNotText: {
    code: 158,
    'zh-CN': '文件不是文本表格，请另存为 .xlsx 或 UTF-8 的 .csv 再上传',
    'zh-TW': '檔案不是文字表格，請另存為 .xlsx 或 UTF-8 的 .csv 再上傳',
    en: 'Not a text file. Save it as .xlsx or UTF-8 .csv',
  },
  columnsWrong: {
    code: 159,
    'zh-CN': '请指定一列为手机号，每个变量只能对应一列',
    'zh-TW': '請指定一欄為手機號，每個變數只能對應一欄',
    en: 'Choose one column for the number and one for each variable',
  },
  uploadGone: {
    code: 160,
    'zh-CN': '上传的文件已过期，请重新上传',
    'zh-TW': '上傳的檔案已過期，請重新上傳',
    en: 'The uploaded file has expired. Upload it again',
  },
  uploadBroken: {
    code: 161,
    'zh-CN': '上传没有完成，请重新上传',
    'zh-TW': '上傳沒有完成，請重新上傳',
    en: 'The upload was incomplete. Upload it again',
  },
  ...fileRefusals,
  ...rulesRefusals,
  hoursBackwards: {
    code: 170,
    'zh-CN': '呼叫时段的开始时间要早于结束时间',
    'zh-TW': '呼叫時段的開始時間要早於結束時間',
    en: 'Calling hours must start before they end',
  },
  topUpReused: {
    code: 171,
    'zh-CN': '这个请求号已经充值过另一笔金额，请换一个请求号',
    'zh-TW': '這個請求號已經儲值過另一筆金額，請換一個請求號',
    en: 'This request number was used for a different amount. Use a new one',
  },
  balanceFull: {
    code: 172,
    'zh-CN': '充值后余额会超过 {limit} 元，请核对金额',
    'zh-TW': '儲值後餘額會超過 {limit} 元，請核對金額',
    en: 'The balance would exceed ¥{limit}. Check the amount',
  },
  portKind: {
    code: 173,
    'zh-CN': '练习线路的语音网关不能换到普通线路，反过来也不行',
    'zh-TW': '練習線路的語音閘道不能換到普通線路，反過來也不行',
    en: 'Voice gateways can’t be moved between practice and regular lines',
  },
  lineOff: {
    code: 180,
    'zh-CN': '线路已停用，启用后再呼叫',
    'zh-TW': '線路已停用，啟用後再呼叫',
    en: 'The line is disabled. Enable it first',
  },
  callerNumbersUsed: {
    code: 181,
    'zh-CN': '线路的外显号码今天都用完了，或都已停用',
    'zh-TW': '線路的外顯號碼今天都用完了，或都已停用',
    en: 'All caller IDs of this line are disabled or reached today’s cap',
  },
  gatewayAccountTaken: {
    code: 182,
    'zh-CN': '用户名「{username}」已被别的网关使用，请换一个',
    'zh-TW': '使用者名稱「{username}」已被別的閘道使用，請換一個',
    en: 'Another gateway uses the account “{username}”. Choose a different one',
  },
  lineNumberBad: {
    code: 183,
    'zh-CN': '「{number}」不是外显号码：应为 3 到 20 位数字，前面可带 +',
    'zh-TW': '「{number}」不是外顯號碼：應為 3 到 20 位數字，前面可帶 +',
    en: '“{number}” isn’t a valid caller ID: 3–20 digits, with a leading + if needed',
  },
  lineNumbersAtOnce: {
    code: 184,
    'zh-CN': '一次最多添加 {limit} 个号码，请分批',
    'zh-TW': '一次最多新增 {limit} 個號碼，請分批',
    en: 'Up to {limit} numbers at a time',
  },
  lineNumbersFull: {
    code: 185,
    'zh-CN': '一条线路最多 {limit} 个号码',
    'zh-TW': '一條線路最多 {limit} 個號碼',
    en: 'Limit of {limit} caller IDs per line reached',
  },
  lineNumberKnown: {
    code: 186,
    'zh-CN': '线路已有号码「{number}」',
    'zh-TW': '線路已有號碼「{number}」',
    en: 'The line already has the caller ID “{number}”',
  },
  taskPortsUnfit: {
    code: 141,
    'zh-CN': '还有号码没呼叫，它们要原来那种网关：练习号码用练习线路的，其他号码用普通线路的',
    'zh-TW': '還有號碼沒呼叫，它們要原來那種閘道：練習號碼用練習線路的，其他號碼用普通線路的',
    en: 'Waiting numbers need the same kind of gateway: practice numbers the practice line, others a regular line',
  },
  hostBad: {
    code: 250,
    'zh-CN': '「{host}」不是域名，应像 call.example.com',
    'zh-TW': '「{host}」不是網域，應像 call.example.com',
    en: '“{host}” isn’t a valid host name, e.g. call.example.com',
  },
  hostTaken: {
    code: 251,
    'zh-CN': '域名「{host}」已被使用，换一个或联系平台',
    'zh-TW': '網域「{host}」已被使用，換一個或聯絡平台',
    en: 'The host “{host}” is in use. Choose another or contact the platform',
  },
  hostsFull: {
    code: 252,
    'zh-CN': '最多 {limit} 个域名，先移除不用的',
    'zh-TW': '最多 {limit} 個網域，先移除不用的',
    en: 'Limit of {limit} hosts reached. Delete one first',
  },
  pictureKind: {
    code: 253,
    'zh-CN': '这不是 PNG、JPG、WebP 或 ICO 图片',
    'zh-TW': '這不是 PNG、JPG、WebP 或 ICO 圖片',
    en: 'Not a PNG, JPG, WebP or ICO image',
  },
  articleLoop: {
    code: 254,
    'zh-CN': '不能移到自己下面',
    'zh-TW': '不能移到自己下面',
    en: 'An article can’t be placed under itself',
  },
  articleDeep: {
    code: 255,
    'zh-CN': '最多 {limit} 层，换一个位置',
    'zh-TW': '最多 {limit} 層，換一個位置',
    en: 'Up to {limit} levels. Choose another place',
  },
  articlesFull: {
    code: 256,
    'zh-CN': '最多 {limit} 篇文章',
    'zh-TW': '最多 {limit} 篇文章',
    en: 'Limit of {limit} articles reached',
  },
  articleNotEmpty: {
    code: 257,
    'zh-CN': '下面还有 {count} 篇，先移走或删除',
    'zh-TW': '下面還有 {count} 篇，先移走或刪除',
    en: 'It has {count} articles below it. Move or delete them first',
  },
  updateTaken: {
    code: 258,
    'zh-CN': '版本 {version} 已有记录',
    'zh-TW': '版本 {version} 已有記錄',
    en: 'Version {version} already has an entry',
  },
  noticeSpan: {
    code: 259,
    'zh-CN': '结束时间要晚于开始时间',
    'zh-TW': '結束時間要晚於開始時間',
    en: 'The end must be after the start',
  },
  noticesFull: {
    code: 260,
    'zh-CN': '最多 {limit} 条还没结束的公告，先删除不用的',
    'zh-TW': '最多 {limit} 則還沒結束的公告，先刪除不用的',
    en: 'Limit of {limit} active notices reached. Delete one first',
  },
  textSame: {
    code: 261,
    'zh-CN': '内容没有变化，没有发布新版本',
    'zh-TW': '內容沒有變化，沒有發布新版本',
    en: 'Nothing changed, so no new version was published',
  },
  pageTooFar: {
    code: 110,
    'zh-CN': '只能翻到第 10000 行，请加筛选条件',
    'zh-TW': '只能翻到第 10000 列，請加篩選條件',
    en: 'Only the first 10,000 rows can be paged. Use filters',
  },
  tooManyTopics: {
    code: 280,
    'zh-CN': '同时打开的实时页面太多，请先关掉几个',
    'zh-TW': '同時開啟的即時頁面太多，請先關掉幾個',
    en: 'Too many live pages open. Close some first',
  },
  ...adminRefusals,
  ...afterCallRefusals,
  ...aheadRefusals,
  ...seatRefusals,
  ...customerRefusals,
  ...smsRefusals,
  ...marketRefusals,
} as const;
export type RefusalKey = keyof typeof refusals;

/** Names between braces in a sentence: what a refusal must be given. */
type NamesIn<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
/** Things and fields by their keys: words are made of them where the refusal is rendered (`refusalText`). */
interface ValuesByName {
  readonly what: Noun;
  readonly field: string;
  readonly types: readonly string[];
}
type ValueOf<Name extends string> = Name extends keyof ValuesByName ? ValuesByName[Name] : string | number;
/** `badInput` says what of a field was wrong, an open guide which of its questions. */
export type RefusalValues<K extends RefusalKey> = [K] extends ['badInput']
  ? BadField
  : [K] extends ['guideUnanswered']
    ? { readonly field: string }
    : { readonly [Name in NamesIn<(typeof refusals)[K]['zh-CN']>]: ValueOf<Name> };
