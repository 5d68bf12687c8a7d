/* How figures, money and telephone numbers are said. */

export const counts: readonly string[] = ['{n}个', '就{n}个', '{n}', '大概{n}个', '{n}个的样子', '一共{n}个'];
export const ages: readonly string[] = ['{n}岁了', '{n}岁', '都{n}岁啦', '刚满{n}岁'];
export const plainCounts: readonly string[] = ['{n}', '{n}个'];

export const sums: readonly string[] = ['{n}块', '{n}块钱吧', '{n}来块钱', '顶多{n}块', '差不多{n}块的样子'];
export const plainSums: readonly string[] = ['{n}块', '{n}元'];

export const phones: readonly string[] = ['{x}', '你记一下，{x}', '{x}，别记岔了', '我念啊，{x}'];
/** A one in a row of digits; everybody says one of the two throughout. */
export const ones: readonly string[] = ['幺', '一'];
export const digits: readonly string[] = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
