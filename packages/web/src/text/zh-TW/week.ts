import type { Shape } from '../shape.ts';
import type { words as source } from '../zh-CN/week.ts';

/** Words of the week of hours. */
export const words: Shape<typeof source> = {
  day: ['週一', '週二', '週三', '週四', '週五', '週六', '週日'],
  closedDay: '不撥打',
  whole: '全天',
  usual: '9:00–20:00',
  clear: '清空',
  addRange: '加一段',
  removeRange: '去掉 {{range}}',
  from: '開始時間',
  to: '結束時間',
  days: '哪幾天',
  everyDay: '每天',
  workdays: '週一到週五',
  weekend: '週六週日',
  wrongTime: '寫成 9:00 這樣，結束要晚於開始',
  own: {
    day: '日期',
    province: '省份',
    hours: '時段',
    closed: '不呼叫',
    remove: '刪除 {{key}}',
    addDay: '加日期',
    addProvince: '加省份',
  },
};
