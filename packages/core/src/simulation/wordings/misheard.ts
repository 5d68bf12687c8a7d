/*
 * What a recogniser makes of a voice on a bad line: characters of the same or a near sound, sounds of the south (n for l, s for
 * sh), syllables that are lost and such as nobody said. Of each row every character may be taken for any other of it.
 */
export const alike: readonly string[] = [
  '是事市试四',
  '在再载',
  '的得地',
  '好号豪',
  '行型形',
  '周州粥',
  '三山伞',
  '点店典',
  '要药耀',
  '个各',
  '下夏吓',
  '上尚伤',
  '午五舞',
  '天田甜',
  '明名鸣',
  '后候厚',
  '礼理里',
  '拜败百',
  '六溜刘',
  '二儿而',
  '七期妻',
  '八吧爸',
  '九就久',
  '零林灵',
  '成城程',
  '可克刻',
  '以已一',
  '不部布',
  '用佣永',
  '块快筷',
  '钱前浅',
  '岁碎睡',
  '家加佳',
  '那拿纳',
  '吧把巴',
  '没每美',
  '对队兑',
  '有又油',
  '我握窝',
  '嘛吗妈',
];

/** Put in front or behind by a recogniser that hears words in noise. */
export const ghosts: readonly string[] = ['嗯', '啊', '哦', '这', '呃'];
