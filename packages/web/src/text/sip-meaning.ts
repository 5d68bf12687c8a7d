/**
 * What a SIP answer means to an operator and what to do about it: codes never stand alone. Written by hand from
 * RFC 3261 §21; a code without a row falls back to its hundred.
 */
export interface SipMeaning {
  readonly means: string;
  readonly remedy: string;
}

const meanings: Readonly<Record<number, SipMeaning>> = {
  400: { means: '对端看不懂请求', remedy: '核对线路地址和主叫号码的格式' },
  401: { means: '用户或密码不对', remedy: '在线路里改用户和密码' },
  403: { means: '对端拒绝了这个主叫或账号', remedy: '请线路商登记主叫号码或开通账号' },
  404: { means: '空号，或对端没有这条路由', remedy: '核对号码；号码没错就请线路商查路由' },
  407: { means: '用户或密码不对', remedy: '在线路里改用户和密码' },
  408: { means: '对端没有回应', remedy: '核对地址和端口，看防火墙是否放行 UDP' },
  480: { means: '暂时无法接通', remedy: '过一会儿再拨' },
  484: { means: '号码不完整', remedy: '补全区号或位数再拨' },
  486: { means: '用户正忙', remedy: '10 分钟后再拨' },
  487: { means: '接通前已取消', remedy: '需要的话再拨一次' },
  488: { means: '对端不接受我们的语音编码', remedy: '请线路商开通 G.711（PCMA 或 PCMU）' },
  500: { means: '对端出错', remedy: '稍后再拨，多次出现就找线路商' },
  502: { means: '对端的上游出错', remedy: '稍后再拨，多次出现就找线路商' },
  503: { means: '对端忙不过来', remedy: '降低呼叫速度，或换一条线路' },
  504: { means: '对端的上游没有回应', remedy: '稍后再拨，多次出现就找线路商' },
  600: { means: '用户处处正忙', remedy: '过一会儿再拨' },
  603: { means: '对方拒接', remedy: '不要马上重拨' },
  604: { means: '空号', remedy: '不再重拨' },
};

const byHundred: Readonly<Record<number, SipMeaning>> = {
  3: { means: '对端让改拨别处', remedy: '请线路商给出最终地址' },
  4: { means: '对端没有接受这次呼叫', remedy: '核对号码和线路设置' },
  5: { means: '对端出错', remedy: '稍后再拨，多次出现就找线路商' },
  6: { means: '对方不接受来电', remedy: '不要马上重拨' },
};

export const sipMeaning = (code: number): SipMeaning | null =>
  meanings[code] ?? byHundred[Math.floor(code / 100)] ?? null;
