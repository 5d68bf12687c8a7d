import type { Language, Said } from './language.ts';

/**
 * What a carrier's final answer means to a merchant, and what to do about it (docs/lines.md#sip-codes: they never stand
 * alone). The codes are those of the IANA registry that may end a call (RFC 3261 §21 and the RFCs named there); one that
 * is not here is told by its class.
 */
interface SipCodeWords {
  readonly means: string;
  readonly remedy: string;
}

const say = (cn: string, tw: string, en: string): Said => ({ 'zh-CN': cn, 'zh-TW': tw, en });

const remedies = {
  carrier: say('请线路商按代码查原因', '請線路商按代碼查原因', 'Ask the carrier why, with this code'),
  again: say(
    '稍后再拨，多次出现就找线路商',
    '稍後再撥，多次出現就找線路商',
    'Call later. If it persists, ask the carrier',
  ),
  slower: say(
    '降低每秒呼叫，或换一条线路',
    '降低每秒呼叫，或換一條線路',
    'Lower the calls per second, or use another line',
  ),
  credentials: say('在线路里改账号和密码', '在線路裡改帳號和密碼', 'Correct the line’s user name and password'),
  caller: say(
    '请线路商登记外显号码或开通账号',
    '請線路商登記外顯號碼或開通帳號',
    'Ask the carrier to allow the caller ID or account',
  ),
  route: say(
    '核对号码；号码没错就请线路商查路由',
    '核對號碼；號碼沒錯就請線路商查路由',
    'Check the number. If it’s right, ask the carrier about routing',
  ),
  digits: say(
    '补全号码，或在线路里改号码规则',
    '補全號碼，或在線路裡改號碼規則',
    'Complete the number, or change the rewriting',
  ),
  codec: say('请线路商开通 PCMA 或 PCMU', '請線路商開通 PCMA 或 PCMU', 'Ask the carrier to allow PCMA or PCMU'),
  settings: say(
    '核对线路的地址、传输和域名',
    '核對線路的位址、傳輸和網域',
    'Check address, transport and domain of the line',
  ),
  firewall: say(
    '核对地址和端口，放行防火墙',
    '核對位址和連接埠，放行防火牆',
    'Check address and port, open the firewall',
  ),
  address: say('请线路商给出最终地址', '請線路商給出最終位址', 'Ask the carrier for the final address'),
  later: say('过一会儿再拨', '過一會兒再撥', 'Call again later'),
  soon: say('10 分钟后再拨', '10 分鐘後再撥', 'Call again in 10 minutes'),
  never: say('不再重拨', '不再重撥', 'Don’t call again'),
  notNow: say('不要马上重拨', '不要馬上重撥', 'Don’t call again immediately'),
  none: say('需要的话再拨一次', '需要的話再撥一次', 'Call again if you wish'),
  identity: say(
    '请线路商开通来电身份签名',
    '請線路商開通來電身分簽章',
    'Ask the carrier to sign the caller’s identity',
  ),
} as const;

type Remedy = keyof typeof remedies;
interface Code {
  readonly means: Said;
  readonly remedy: Remedy;
}
const code = (remedy: Remedy, cn: string, tw: string, en: string): Code => ({ means: say(cn, tw, en), remedy });

const codes: Readonly<Record<number, Code>> = {
  300: code('address', '对端给出多个去处', '對端給出多個去處', 'Several places to call'),
  301: code('never', '号码已改号', '號碼已變更', 'The number has changed'),
  302: code('address', '对端让改拨别处', '對端要求改撥別處', 'Redirected'),
  305: code('address', '对端要求经过代理', '對端要求經過代理', 'Use a proxy'),
  380: code('address', '对端建议换一种服务', '對端建議換一種服務', 'Another service is suggested'),
  400: code('settings', '对端看不懂请求', '對端看不懂請求', 'The request was not understood'),
  401: code('credentials', '用户或密码不对', '使用者或密碼不對', 'User name or password incorrect'),
  402: code('carrier', '线路欠费', '線路欠費', 'Payment required'),
  403: code('caller', '对端拒绝了主叫或账号', '對端拒絕了主叫或帳號', 'Caller ID or account not allowed'),
  404: code('route', '空号，或对端没有路由', '空號，或對端沒有路由', 'No such number, or no route to it'),
  405: code('settings', '对端不接受呼叫', '對端不接受呼叫', 'Calls not accepted'),
  406: code('carrier', '对端不接受我们的格式', '對端不接受我們的格式', 'Formats not accepted'),
  407: code('credentials', '用户或密码不对', '使用者或密碼不對', 'User name or password incorrect'),
  408: code('firewall', '对端没有回应', '對端沒有回應', 'No reply in time'),
  409: code('again', '对端有冲突', '對端有衝突', 'A conflict at the far end'),
  410: code('never', '号码已停用', '號碼已停用', 'Number no longer exists'),
  412: code('again', '对端的条件不满足', '對端的條件不滿足', 'A condition was not met'),
  413: code('carrier', '请求太大', '請求太大', 'The request is too large'),
  414: code('digits', '号码太长', '號碼太長', 'The number is too long'),
  415: code('codec', '对端不支持我们的语音格式', '對端不支援我們的語音格式', 'Our media is not supported'),
  416: code('settings', '对端不认识号码写法', '對端不認識號碼寫法', 'The kind of address is not known'),
  417: code('carrier', '对端不认识优先级', '對端不認識優先等級', 'The priority is not known'),
  420: code('carrier', '对端缺少需要的扩展', '對端缺少需要的擴充', 'An extension is not supported'),
  421: code('carrier', '对端要求我们没有的扩展', '對端要求我們沒有的擴充', 'An extension is required'),
  422: code('again', '会话间隔太短', '工作階段間隔太短', 'The session interval is too small'),
  423: code('again', '注册间隔太短', '註冊間隔太短', 'The interval is too brief'),
  424: code('carrier', '位置信息不对', '位置資訊不對', 'The location is bad'),
  428: code('identity', '对端要求来电身份签名', '對端要求來電身分簽章', 'A signed identity is required'),
  429: code('slower', '对端限制呼叫速度', '對端限制呼叫速度', 'The rate is limited'),
  430: code('again', '连接中断', '連線中斷', 'The connection failed'),
  433: code('caller', '对端不接受匿名主叫', '對端不接受匿名主叫', 'Anonymous callers are refused'),
  436: code('identity', '来电身份地址不对', '來電身分位址不對', 'The identity’s address is bad'),
  437: code('identity', '来电身份证书不受信', '來電身分憑證不受信任', 'The identity’s certificate is not trusted'),
  438: code('identity', '来电身份签名无效', '來電身分簽章無效', 'The identity’s signature is invalid'),
  439: code('carrier', '第一跳不支持该连接方式', '第一跳不支援該連線方式', 'The first hop lacks outbound support'),
  440: code('address', '转发太多层', '轉送太多層', 'Forwarded too widely'),
  469: code('carrier', '对端不认识附带信息', '對端不認識附帶資訊', 'An info package is not known'),
  470: code('never', '被叫没有同意来电', '被叫沒有同意來電', 'The customer hasn’t consented'),
  480: code('later', '暂时无法接通', '暫時無法接通', 'Temporarily unavailable'),
  481: code('again', '通话在对端已不存在', '通話在對端已不存在', 'The call doesn’t exist there'),
  482: code('carrier', '呼叫绕圈', '呼叫繞圈', 'The call loops'),
  483: code('carrier', '转发次数太多', '轉送次數太多', 'Too many hops'),
  484: code('digits', '号码不完整', '號碼不完整', 'The number is incomplete'),
  485: code('digits', '号码有歧义', '號碼有歧義', 'The number is ambiguous'),
  486: code('soon', '用户正忙', '使用者忙線', 'Busy'),
  487: code('none', '接通前已取消', '接通前已取消', 'Ended before it was answered'),
  488: code('codec', '对端不接受我们的语音编码', '對端不接受我們的語音編碼', 'Codecs not accepted'),
  489: code('carrier', '对端不认识该事件', '對端不認識該事件', 'The event is not known'),
  491: code('again', '双方同时更改通话', '雙方同時更改通話', 'Both changed the call at once'),
  493: code('carrier', '对端不能解密', '對端不能解密', 'Couldn’t be decrypted'),
  494: code('settings', '对端要求安全协商', '對端要求安全協商', 'A security agreement is required'),
  500: code('again', '对端出错', '對端出錯', 'The far end failed'),
  501: code('settings', '对端不支持呼叫', '對端不支援呼叫', 'Calls are not implemented there'),
  502: code('again', '对端的上游出错', '對端的上游出錯', 'Upstream failure'),
  503: code('slower', '对端忙不过来', '對端忙不過來', 'The far end is overloaded'),
  504: code('again', '对端的上游没有回应', '對端的上游沒有回應', 'No upstream response'),
  505: code('carrier', '对端不支持 SIP 2.0', '對端不支援 SIP 2.0', 'SIP 2.0 is not supported'),
  513: code('carrier', '消息太长', '訊息太長', 'The message is too large'),
  555: code('carrier', '推送服务不支持', '推播服務不支援', 'The push service is not supported'),
  580: code('again', '对端没有可用带宽', '對端沒有可用頻寬', 'No bandwidth could be reserved'),
  600: code('later', '用户处处正忙', '使用者到處忙線', 'Busy everywhere'),
  603: code('notNow', '对方拒接', '對方拒接', 'Declined'),
  604: code('never', '空号', '空號', 'The number doesn’t exist anywhere'),
  606: code('codec', '对方不接受我们的语音', '對方不接受我們的語音', 'Our media is not acceptable'),
  607: code('never', '对方不愿再接到来电', '對方不願再接到來電', 'The customer doesn’t want such calls'),
  608: code('caller', '来电被分析系统拦截', '來電被分析系統攔截', 'Rejected by call analytics'),
};

/** By the first figure, for what is not in the registry. */
const classes: Readonly<Record<number, Code>> = {
  3: code('address', '对端让改拨别处', '對端要求改撥別處', 'Redirected'),
  4: code('settings', '对端没有接受这次呼叫', '對端沒有接受這次呼叫', 'The call was not accepted'),
  5: code('again', '对端出错', '對端出錯', 'The far end failed'),
  6: code('notNow', '对方不接受来电', '對方不接受來電', 'The customer didn’t take the call'),
};

/** Of a final answer that refused a call: 300 to 699. Anything else is none and has no words. */
export const sipCodeWords = (status: number, language: Language): SipCodeWords | null => {
  const found = codes[status] ?? classes[Math.floor(status / 100)];
  return found ? { means: found.means[language], remedy: remedies[found.remedy][language] } : null;
};
