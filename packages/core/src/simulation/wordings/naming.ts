/* Names, places, and what people say to a question that has no list of answers. */

export const surnames: readonly string[] = [
  '陈',
  '林',
  '黄',
  '吴',
  '赵',
  '周',
  '徐',
  '孙',
  '马',
  '朱',
  '胡',
  '郭',
  '罗',
  '欧阳',
];
export const givenNames: readonly string[] = [
  '晓梅',
  '建国',
  '丽华',
  '志强',
  '海燕',
  '文博',
  '雨桐',
  '子轩',
  '秀英',
  '伟',
];
export const people: readonly string[] = [
  '姓{s}，{s}{g}。',
  '{s}{g}。',
  '叫{s}{g}。',
  '你写{s}{g}就成。',
  '免贵姓{s}，{s}{g}。',
];

export const petNames: readonly string[] = ['豆豆', '毛球', '来福', '咪咪', '元宝', '可乐', '团子', '黑妞'];
export const called: readonly string[] = ['{x}。', '叫{x}。', '平时都喊它{x}。', '唤作{x}。'];

export const roads: readonly string[] = ['解放路', '人民路', '花园街', '滨河路', '学府街', '建设路'];
export const places: readonly string[] = [
  '{r}{n}号。',
  '在{r}那头，{n}栋。',
  '{r}上头，{n}号院儿。',
  '你写{r}{n}号就行。',
];

export const firms: readonly string[] = ['自己开个小店。', '在厂里头上班。', '给人打工的，小公司。', '做点小买卖。'];

export const anything: readonly string[] = [
  '你就照普通的写。',
  '说不太准，按一般的来。',
  '就平平常常那样。',
  '跟去年一个样。',
  '也没啥特别的，按规矩来。',
  '就家里头用的那种。',
];
