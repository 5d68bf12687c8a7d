/* How one of several is chosen: by its place where one does not repeat its name, else by its name in a sentence. */

export const first: readonly string[] = ['头一个吧。', '前头那个。', '第一个就成。', '你先讲的那个。'];
export const last: readonly string[] = ['后头那个。', '末了那个吧。', '最后一个得了。', '你后来讲的那个。'];
export const second: readonly string[] = ['当间儿那个。', '第二个吧。'];

export const byName: readonly string[] = [
  '{x}。',
  '就{x}呗。',
  '那就{x}得了。',
  '{x}的那种。',
  '要{x}的。',
  '我家这个是{x}。',
];
export const plainByName: readonly string[] = ['{x}。', '{x}，{x}。'];
