/** Words of choosing which messages ring. */
export const words = {
  title: '哪些消息提醒我',
  hint: '只影响自己。',
  failed: '提醒设置加载失败',
  close: '关闭',
  kinds: {
    customer: '要跟进的客户（A 类，或负责人定的等级）',
    afterCall: '通话后规则的通知',
    todo: '约好的回电要人来打',
    taskFinished: '任务拨完',
    taskPaused: '任务被暂停',
    importRefused: '导入有没收下的行',
    lineDown: '线路不通',
    moneyLow: '余额不足',
    breaker: '任务失败突然变多',
    webhookOff: 'Webhook 被停用',
    library: '号码库：到时间的跟进、申请、@我、快退回公海的客户',
    smsReply: '客户回复短信',
    smsProvider: '短信服务商出错或恢复',
    smsTemplate: '短信模板审核结果',
    recordOrder: '录音订单',
  },
};
