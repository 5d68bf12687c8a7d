/** Words of the page of the merchant’s settings alone; what settings are found by is with `configured`. */
export const words = {
  failed: '配置加载失败',
  save: '保存',
  saved: '修改成功',
  readOnly: '这里只能查看，修改请找负责人。',
  levels: {
    rings: '这些等级的客户用铃铛提醒',
    one: '{{letter}} 级名称',
    none: '未命名',
    needsWhy: '改等级要写原因',
  },
  masking: {
    owner: '负责人不用授权就能看完整号码',
  },
  exports: {
    none: '不需要',
    rows: '条以上',
  },
  factor: {
    demand: '所有员工都要两步验证',
  },
  retention: {
    days: '天',
  },
  seats: {
    autoAnswer: '来电自动接听',
    wrapUpS: '话后处理秒数',
    awayLimitS: '掉线后等待秒数',
    ringS: '每人响铃秒数',
    and: '、',
    breakReasons: '小休原因',
    breakHint: '用顿号隔开',
  },
  zone: { beijing: '北京时间' },
  keeping: {
    records: '通话记录由平台保留 {{n}} 天，到期按月清理。',
    takeOut: '导出全部数据',
    takeOutAsk: '打包全部数据？数据多时要几个小时，完成后在批量任务里下载，当天有效。',
    takenOut: '已开始打包，完成后在批量任务里下载',
    delete: '删除商户',
    deleteAsk: '删除商户 {{name}}',
    deleteHint: '7 天后删除全部数据，不能恢复；期间可以撤销。账目和操作日志依法保留，不带姓名。请填写商户编号确认。',
    number: '商户编号',
    deleteOk: '7 天后删除',
    asked: '{{who}} 申请了删除商户，{{at}} 删除全部数据。',
    keep: '撤销删除',
    kept: '已撤销，商户保留',
    cancel: '取消',
    failed: '保留情况加载失败',
  },
};
