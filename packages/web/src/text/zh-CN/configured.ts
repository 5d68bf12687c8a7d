/** Words that the merchant's settings are called and found by. */
export const words = {
  calling: {
    title: '外呼规则',
    hint: '在允许的时间外不呼叫，到了上限就停，随时生效。',
  },
  levels: {
    title: '意向等级名称',
    hint: '显示在等级字母旁边，例如 A 意向强。',
  },
  masking: {
    title: '号码脱敏',
    hint: '没有「看完整号码」权限的人，到处都只看到 138****1234。',
  },
  exports: {
    title: '导出要第二人同意',
    hint: '一次导出，或一个人 24 小时内几次导出加起来，通话、任务名单或黑白名单超过这么多条，要另一位有「同意大批导出」权限的人同意；自己不能同意自己的。至少要有两位这样的人。',
  },
  factor: {
    title: '登录安全',
    hint: '打开后，员工下次登录要先设置两步验证才能继续；没有手机的员工请先找负责人。',
  },
  retention: {
    title: '录音保留',
    hint: '到期后录音和文字记录自动清理，通话记录和采集的答案留着。不少于 30 天。',
  },
  keeping: {
    title: '全部数据',
    hint: '号码、通话记录、文字、录音、名单、设置和流水，打成一个压缩包带走；或把商户连同数据一起删除。',
  },
  seats: {
    title: '人工坐席',
    hint: '来电接听、话后、掉线和小休。',
  },
  zone: { title: '时区', hint: '每天、每周和呼叫时段都按它算。' },
  /** The page on which settings are found. `also`: what people call them besides. */
  find: {
    search: '查找设置',
    none: '没有这项设置',
    noneHint: '换一个词，或清空后看全部。',
    clear: '清空',
    groups: { calling: '呼叫与通话', people: '员工与安全', services: '语音与模型', account: '商户与费用' },
    own: {
      webhooks: '把通话结束、任务完成等事件推送到自己的系统，看发送记录。',
      afterCall: '通话结束后推送、通知、拉黑、改客户类型。',
      audit: '谁在什么时候改了什么、听了什么、导出了什么。',
      balance: '余额、充值，和每一笔扣费。',
      business: '商户编号、联系人，员工、坐席和并发的名额。',
    },
    also: {
      webhooks: '推送 回调 接口 CRM webhook',
      afterCall: '规则 动作 自动 通知 黑名单 CRM',
      calling: '时段 时间 频次 上限 并发 合规 次数',
      levels: '意向 等级 A B C D E F',
      masking: '脱敏 隐私 完整号码 手机号',
      factor: '两步验证 密码 登录 安全',
      retention: '录音 保存 天数 清理',
      keeping: '导出 打包 备份 注销 删除 保留 迁移',
      exports: '导出 审批 同意 复核',
      seats: '坐席 接听 话后 小休 掉线 响铃',
      zone: '时间 北京时间',
      recogniser: 'ASR 识别 听',
      synthesiser: 'TTS 合成 声音 念',
      model: '大模型 AI LLM',
      lines: '线路 识别 听 ASR',
      webhook: '回调 签名 密钥 接口 webhook',
      audit: '日志 记录 审计',
      balance: '余额 充值 流水 扣费 费用',
      business: '商户编号 联系人 名额',
    },
  },
  /** Parts of the page of services, where settings are looked for too. */
  services: {
    recogniser: { title: '语音识别（ASR）', hint: '把接电话的人说的话变成文字。没有时只听得懂按键和实时文字。' },
    synthesiser: { title: '语音合成（TTS）', hint: '把没有录音的句子念出来。没有时用自带声音。' },
    model: { title: '大模型', hint: '用于「大模型对话」节点，以及其他方法都没听懂时判断意思。' },
    lines: { title: '线路听什么', hint: '每条线路由哪个服务听对方说话。' },
    webhook: {
      title: '回调签名',
      hint: '「回调」节点发出的请求带 x-lianxian-signature，您的系统可据此确认是本系统发的。',
    },
  },
};
