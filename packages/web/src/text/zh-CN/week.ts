/** Words of the week of hours. */
export const words = {
  day: ['周一', '周二', '周三', '周四', '周五', '周六', '周日'],
  closedDay: '不拨打',
  whole: '全天',
  usual: '9:00–20:00',
  clear: '清空',
  addRange: '加一段',
  removeRange: '去掉 {{range}}',
  from: '开始时间',
  to: '结束时间',
  days: '哪几天',
  everyDay: '每天',
  workdays: '周一到周五',
  weekend: '周六周日',
  wrongTime: '写成 9:00 这样，结束要晚于开始',
};
