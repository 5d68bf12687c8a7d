/**
 * Why a call ended so: the sentence shown for each key of a verdict (`because`). Keys are stable and stored with the
 * record; sentences are not, so they can be bettered. An unknown key (a record of a later release) shows as it is.
 */
const sentences: Readonly<Record<string, string>> = {
  calleeHungUp: '对方挂断',
  robotHungUp: '机器人说完后挂断',
  userHungUp: '由操作员挂断',
  cancelledByUser: '接通前由操作员取消',
  shutDown: '服务停机，通话被挂断',
  tooLong: '达到最长通话时间',

  busy: '对方忙',
  rejected: '对方拒接',
  declined: '对方拒接',
  noAnswer: '振铃超时，无人接听',
  ringTimeout: '振铃超时，无人接听',
  unavailable: '暂时无法接通',
  emptyNumber: '号码不存在（空号）',
  numberChanged: '号码已改号',
  outOfService: '号码已停机',

  credentialsRefused: '线路拒绝了账号或密码，请检查线路设置',
  forbidden: '线路不允许这次呼叫，请联系线路商',
  noReply: '线路没有回应，请检查地址和端口',
  unresolved: '找不到线路的主机名，请检查地址',
  transportError: '到线路的网络不通，请检查地址和网络',
  noCommonCodec: '线路没有可用的语音编码（需要 PCMA 或 PCMU）',
  ackMissing: '接通后线路没有确认，通话已结束',
  serverError: '线路内部错误，请联系线路商',
  serverBusy: '线路繁忙，请稍后再试',
  limited: '线路限制了呼叫，请稍后再试',
  refused: '线路拒绝了呼叫',

  speechFailed: '语音没有按时合成，通话已结束',
  mediaFailed: '媒体服务不可用，通话没有接通',
  workerDied: '媒体进程中断，通话已结束，录音保留到中断处',
  processDied: '通话进程中断，通话已结束，录音保留到中断处',
  conversationDefect: '话术运行出错，通话已结束',
  callDefect: '通话处理出错，已结束',
  diedDialling: '服务中断，拨号没有完成',
  lineGone: '线路已删除或停用，没有拨出',
};

export const becauseText = (because: string): string => sentences[because] ?? because;
export const becauseKeys: readonly string[] = Object.keys(sentences);
