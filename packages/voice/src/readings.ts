/**
 * Where eSpeak's Mandarin reads a word wrong, and what it reads right in its place: characters of the same sound, found by
 * the phonemes it makes of either. A word that is not here is read as eSpeak does.
 */
const said: readonly (readonly [wrong: RegExp, right: string])[] = [
  // biàn yí
  [/便宜/g, '骈宜'],
  // hái: the verb before money, and after what is due
  [/还(?=款|钱|贷|债|账|本金|利息|信用卡)/g, '环'],
  [/(?<=[退待未应须代])还(?=[，。！？、\s]|$)/g, '环'],
  // jiǎo sè, dǎo chē, chǔ cháng
  [/角色/g, '决色'],
  [/倒车/g, '到车'],
  [/处长/g, '触掌'],
  // Surnames that are other words elsewhere.
  [/单(?=先生|女士|小姐|老师|经理)/g, '善'],
  [/曾(?=先生|女士|小姐|老师|经理)/g, '增'],
  [/解(?=先生|女士|小姐|老师|经理)/g, '谢'],
  [/仇(?=先生|女士|小姐|老师|经理)/g, '求'],
  [/区(?=先生|女士|小姐|老师|经理)/g, '欧'],
  [/翟(?=先生|女士|小姐|老师|经理)/g, '宅'],
  [/朴(?=先生|女士|小姐|老师|经理)/g, '瓢'],
  // What ends in r (儿化) eSpeak spells in English; said without it the word is the same. A child is a syllable of its own.
  [/([这那哪])儿/g, '$1里'],
  [/(?<=[\p{Script=Han}])(?<![女幼少婴孤育宠胎小男健患低])儿(?![子女童歌科媳孙化戏])/gu, ''],
];

export const withReadings = (text: string): string =>
  said.reduce((so, [wrong, right]) => so.replace(wrong, right), text);
