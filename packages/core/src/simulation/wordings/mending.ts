/** How people take back what they have just said: {a} is out before they notice, {b} is meant. */
export const mending: readonly string[] = [
  '{a}，啊不对，{b}。',
  '{a}……哎不是，{b}。',
  '{a}，不不不，说错了，{b}。',
  '{a}，等会儿，不行，还是{b}吧。',
  '{a}，哦记岔了，是{b}。',
];

/** Who said no before he had heard it out. */
export const mendingToYes: readonly string[] = [
  '不用……哎等一下，{b}',
  '不了，哦，是这事啊，{b}',
  '没空，呃，也行，{b}',
];
