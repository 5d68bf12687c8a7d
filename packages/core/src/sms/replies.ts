/** What somebody means who answers a message. Whoever wants to be left alone is, however it is spelled. */
const WORDS = [
  ...['R', 'T', 'TD', 'N', 'NO', 'Q', 'QX', 'STOP', 'QUIT', 'END', 'CANCEL', 'UNSUBSCRIBE', 'UNSUB', 'TDD'],
  ...[
    '退订',
    '退訂',
    '退',
    '拒收',
    '拒绝',
    '拒絕',
    '取消',
    '取消订阅',
    '取消訂閱',
    '停止',
    '停发',
    '停發',
    '屏蔽',
    '勿扰',
    '勿擾',
    '不需要',
    '不要',
  ],
] as const;
/** Longer ones first: TD is one word, not T and a rest. */
const ALONE = new RegExp(`^(?:(?:回复|回覆)?(?:${WORDS.toSorted((a, b) => b.length - a.length).join('|')}))+$`, 'u');
const WITHIN = /退订|退訂|拒收|取消订阅|取消訂閱|(?:不要|别|別|勿|停止)(?:再)?(?:给我|給我|向我)?(?:发|發)/u;
const DENIED = /(?:不要|别|別|不想|没有|沒有|不)(?:退订|退訂|拒收|取消)/u;

/** Full-width letters as ordinary ones, without blanks. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, '');

export const meansStop = (text: string): boolean => {
  const written = plain(text);
  // Marks and brackets say nothing, but that one clause is over: 不要，退订.
  const said = written.replace(/[\p{P}\p{S}]+/gu, '');
  return (ALONE.test(said) || WITHIN.test(said)) && !DENIED.test(written);
};
