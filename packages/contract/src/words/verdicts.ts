import type { Language, Said } from './language.ts';

const say = (cn: string, tw: string, en: string): Said => ({ 'zh-CN': cn, 'zh-TW': tw, en });

/**
 * Why a call ended so: the sentence of each key of a verdict (`because`). Keys are stored with the record and never
 * change their meaning; sentences may be bettered. Of a failed test call the sentence says what to look at.
 */
const sentences: Readonly<Record<string, Said>> = {
  calleeHungUp: say('对方挂断', '對方掛斷', 'The customer hung up'),
  robotHungUp: say('机器人说完后挂断', '機器人說完後掛斷', 'The robot finished and hung up'),
  userHungUp: say('由操作员挂断', '由操作員掛斷', 'Hung up by a user'),
  seatHungUp: say('由坐席挂断', '由坐席掛斷', 'Hung up by the seat'),
  callOver: say('通话已结束', '通話已結束', 'The call was over'),
  legLost: say('连接断开', '連線中斷', 'The connection was lost'),
  legReplaced: say('换了新的连接', '換了新的連線', 'A new connection took over'),
  seatGone: say(
    '坐席掉线没有回来，道别后挂断',
    '坐席離線沒有回來，道別後掛斷',
    'The seat was gone too long, so the call ended',
  ),
  cancelledByUser: say('接通前由操作员取消', '接通前由操作員取消', 'Cancelled by a user before it was answered'),
  shutDown: say('服务停机，通话被挂断', '服務停機，通話被掛斷', 'Hung up because the service was stopped'),
  balanceOut: say(
    '余额用完，机器人道别后挂断',
    '餘額用完，機器人道別後掛斷',
    'The balance ran out, so the robot said goodbye',
  ),
  tooLong: say('达到最长通话时间', '達到最長通話時間', 'Maximum call length reached'),

  busy: say('对方忙', '對方忙線', 'The customer is busy'),
  rejected: say('对方拒接', '對方拒接', 'The customer rejected the call'),
  declined: say('对方拒接', '對方拒接', 'The customer declined the call'),
  noAnswer: say('无人接听', '無人接聽', 'No answer'),
  ringTimeout: say('振铃超时，无人接听', '響鈴逾時，無人接聽', 'No answer before the ring limit'),
  unavailable: say('暂时无法接通', '暫時無法接通', 'Temporarily unavailable'),
  emptyNumber: say('号码不存在（空号）', '號碼不存在（空號）', 'The number does not exist'),
  numberChanged: say('号码已改号', '號碼已變更', 'The number has changed'),
  outOfService: say('号码已停机', '號碼已停用', 'The number is out of service'),

  credentialsRefused: say(
    '线路账号或密码不对，请核对后再试',
    '線路帳號或密碼不對，請核對後再試',
    'The line rejected the user name or password. Check both',
  ),
  weakChallenge: say(
    '对方这次不按以前的安全方式验证密码，没有登录；请线路商核实；确实改了，就在线路里重新输入密码',
    '對方這次不照以前的安全方式驗證密碼，沒有登入；請線路商核實；確實改了，就在線路裡重新輸入密碼',
    'The far end used a weaker password challenge than before, so it wasn’t answered. Ask the carrier, and re-enter the password if this is intended',
  ),
  keysInClear: say(
    '线路要求加密通话，但信令没有加密：请把传输方式改为 TLS',
    '線路要求加密通話，但訊號沒有加密：請把傳輸方式改為 TLS',
    'The line wants encrypted audio over unencrypted signalling. Set its transport to TLS',
  ),
  forbidden: say(
    '线路不允许这次呼叫，请联系线路商',
    '線路不允許這次呼叫，請聯絡線路商',
    'The line forbids this call. Ask the carrier',
  ),
  noReply: say(
    '对方地址没有回应，检查地址、端口和防火墙',
    '對方位址沒有回應，檢查位址、連接埠和防火牆',
    'No response from the address. Check address, port and firewall',
  ),
  unresolved: say(
    '找不到线路的主机名，检查地址',
    '找不到線路的主機名稱，檢查位址',
    'Host name not found. Check the address',
  ),
  addressNotAllowed: say(
    '线路地址在内网或本机，没有呼叫；自己内网的 PBX 请安装人员在 PRIVATE_HOSTS 里允许',
    '線路位址在內網或本機，沒有呼叫；自己內網的 PBX 請安裝人員在 PRIVATE_HOSTS 裡允許',
    'Not dialled: the line’s address is on a private network. For your own PBX, the platform operator must allow it in PRIVATE_HOSTS',
  ),
  sipPortShut: say(
    '本机的 SIP 端口没能对外打开，没有呼叫；请安装人员诊断这条线路',
    '本機的 SIP 連接埠沒能對外開啟，沒有呼叫；請安裝人員診斷這條線路',
    'Not dialled: this machine’s SIP port couldn’t be opened. The platform operator should diagnose the line',
  ),
  transportError: say(
    '到线路的网络不通，检查地址和网络',
    '到線路的網路不通，檢查位址和網路',
    'Can’t reach the line. Check address and network',
  ),
  noCommonCodec: say(
    '线路没有可用的语音编码（需要 PCMA 或 PCMU）',
    '線路沒有可用的語音編碼（需要 PCMA 或 PCMU）',
    'No common codec (PCMA or PCMU)',
  ),
  ackMissing: say(
    '接通后没有收到对方的语音协商，通话已结束',
    '接通後沒有收到對方的語音協商，通話已結束',
    'The answer was never confirmed, so the call was ended',
  ),
  lineSilent: say(
    '线路突然没了声音，通话已结束；检查网络和线路',
    '線路突然沒了聲音，通話已結束；檢查網路和線路',
    'No audio from the line, so the call was ended. Check network and line',
  ),
  sessionExpired: say(
    '线路没有按约定续期，通话已结束',
    '線路沒有按約定續期，通話已結束',
    'The line didn’t refresh the session, so the call was ended',
  ),
  serverError: say('线路内部错误，请联系线路商', '線路內部錯誤，請聯絡線路商', 'The line failed. Ask the carrier'),
  serverBusy: say('线路繁忙，请稍后再试', '線路忙碌，請稍後再試', 'The line is overloaded. Try later'),
  limited: say('线路限制了呼叫，请稍后再试', '線路限制了呼叫，請稍後再試', 'The line is rate limiting. Try later'),
  refused: say('线路拒绝了呼叫', '線路拒絕了呼叫', 'The line rejected the call'),

  speechFailed: say(
    '语音没有按时合成，没有拨出',
    '語音沒有按時合成，沒有撥出',
    'Not dialled: speech wasn’t ready in time',
  ),
  mediaFailed: say(
    '媒体服务不可用，通话没有接通',
    '媒體服務無法使用，通話沒有接通',
    'Not dialled: the media service is unavailable',
  ),
  workerDied: say(
    '媒体进程中断，录音保留到中断处',
    '媒體程序中斷，錄音保留到中斷處',
    'The media process failed. The recording is kept up to that point',
  ),
  processDied: say(
    '通话进程中断，录音保留到中断处',
    '通話程序中斷，錄音保留到中斷處',
    'The call process failed. The recording is kept up to that point',
  ),
  conversationDefect: say(
    '话术运行出错，通话已结束',
    '話術執行出錯，通話已結束',
    'The plan failed, so the call was ended',
  ),
  callDefect: say('通话处理出错，已结束', '通話處理出錯，已結束', 'An internal error ended the call'),
  diedDialling: say('服务中断，拨号没有完成', '服務中斷，撥號沒有完成', 'The service stopped while dialling'),
  withdrawn: say('任务暂停或停止，没有拨出', '任務暫停或停止，沒有撥出', 'Not dialled: the task was paused or stopped'),
  placedTooLongAgo: say('等待太久，没有拨出', '等待太久，沒有撥出', 'Not dialled: waited too long'),
  noConsentNow: say('没有拨出：没有同意记录', '沒有撥出：沒有同意紀錄', 'Not dialled: no consent on record'),
  blacklistedNow: say(
    '拨出前已加入黑名单，没有拨出',
    '撥出前已加入黑名單，沒有撥出',
    'Not dialled: the number was blacklisted',
  ),
  outsideHoursNow: say(
    '拨出前已过呼叫时段，没有拨出',
    '撥出前已過呼叫時段，沒有撥出',
    'Not dialled: calling hours had ended',
  ),
  lineHoursNow: say(
    '拨出前已过线路的使用时段，没有拨出',
    '撥出前已過線路的使用時段，沒有撥出',
    'Not dialled: the line’s hours had ended',
  ),
  merchantOff: say('商户已停用，没有拨出', '商戶已停用，沒有撥出', 'Not dialled: the merchant is disabled'),
  lineRemoved: say('线路已删除，没有拨出', '線路已刪除，沒有撥出', 'Not dialled: the line was deleted'),
  cappedNow: say(
    '拨出前已到呼叫次数上限，没有拨出',
    '撥出前已達呼叫次數上限，沒有撥出',
    'Not dialled: the number reached its call limit',
  ),
  databaseAway: say(
    '拨出前数据库没有应答，没有拨出',
    '撥出前資料庫沒有回應，沒有撥出',
    'Not dialled: the database didn’t respond',
  ),
  numberForbidden: say(
    '不允许呼叫的号码，没有拨出',
    '不允許呼叫的號碼，沒有撥出',
    'Not dialled: this number can’t be called',
  ),
  lineOff: say('线路已关闭，没有拨出', '線路已關閉，沒有撥出', 'Not dialled: the line is disabled'),
  notRegistered: say(
    '网关没有注册上来，没有拨出；检查网关的注册设置',
    '閘道沒有註冊上來，沒有撥出；檢查閘道的註冊設定',
    'Not dialled: the gateway isn’t registered. Check its registration',
  ),
  callerGaveUp: say('对方在接起前挂断', '對方在接起前掛斷', 'The caller hung up before it was answered'),
  notTaken: say('来电没有接起', '來電沒有接起', 'The call wasn’t answered'),
  answeredTooLate: say('来电等待太久，没有接起', '來電等待太久，沒有接起', 'The call waited too long to be answered'),
  lineGone: say('线路已删除或停用，没有拨出', '線路已刪除或停用，沒有撥出', 'Not dialled: the line no longer exists'),
};

/** The sentence; an unknown key (a record of a later release) shows as it is. The carrier's code is told beside it. */
export const becauseText = (because: string, language: Language): string => sentences[because]?.[language] ?? because;
