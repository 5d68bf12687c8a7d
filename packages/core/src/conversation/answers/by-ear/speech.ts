import { fuzzySyllable } from '../../recognition/sounds.ts';

/** What answers of a kind are said with: their characters by sound, and which of them stand beside each other. */
export interface Speech {
  /** Characters of a syllable, and of what it may be confused with. */
  readonly exact: ReadonlyMap<string, string>;
  readonly alike: ReadonlyMap<string, string>;
  /** Two characters that may follow each other: 下午, 周三, 三点, 百五. */
  readonly pairs: ReadonlySet<string>;
  /** Those of them that are a whole word: what stands before 早上 does not end in its 早, nor begins at its 上 what is behind. */
  readonly closed: ReadonlySet<string>;
  /** Those that end a word, and may stand in the middle of it: 拜三 of 礼拜三. */
  readonly ended: ReadonlySet<string>;
  readonly vocabulary: ReadonlySet<string>;
  /** Written so they are meant: 三晚 is no 三万, 十五万上下 no evening. */
  readonly kept: ReadonlySet<string>;
  /** May be said right before and right behind, beside marks and the edges of the sentence. */
  readonly leads: ReadonlySet<string>;
  readonly trails: ReadonlySet<string>;
}

type Table = readonly (readonly [first: string, second: string])[];

const pairsOf = (table: Table): readonly string[] =>
  table.flatMap(([first, second]) => [...first].flatMap(one => [...second].map(other => `${one}${other}`)));

/** 「wu午五 dian点」. */
const soundsOf = (sounds: string): readonly (readonly [syllable: string, chars: string])[] =>
  [...sounds.matchAll(/([a-z]+)([^a-z\s]+)/g)].map(([, syllable = '', chars = '']) => [syllable, chars]);

/** 日 is no 力: between r and l nothing is guessed at. */
const alikeOf = (sounds: string): ReadonlyMap<string, string> => {
  const alike = new Map<string, string>();
  for (const [syllable, chars] of soundsOf(sounds)) {
    if (/^[rl]i$/.test(syllable)) continue;
    const key = fuzzySyllable(syllable);
    alike.set(key, `${alike.get(key) ?? ''}${chars}`);
  }
  return alike;
};

interface Told {
  readonly sounds: string;
  readonly closed: Table;
  readonly ended: Table;
  readonly open: Table;
  readonly kept: string;
  readonly leads: string;
  readonly trails: string;
}

const speech = ({ sounds, closed, ended, open, kept, leads, trails }: Told): Speech => {
  const whole = pairsOf(closed);
  const ending = pairsOf(ended);
  const pairs = [...whole, ...ending, ...pairsOf(open)];
  return {
    exact: new Map(soundsOf(sounds)),
    alike: alikeOf(sounds),
    pairs: new Set(pairs),
    closed: new Set(whole),
    ended: new Set([...whole, ...ending]),
    vocabulary: new Set(pairs.join('')),
    kept: new Set(kept),
    leads: new Set(leads),
    trails: new Set(trails),
  };
};

const DIGITS = '二两三四五六七八九';
const WEEKDAYS = '一二三四五六日天';
const HOURS = `一${DIGITS}十`;
const UNITS = '块元年岁度米平斤张亩扇间层棵桌户吨';

export const timeSpeech = speech({
  sounds:
    'jin今 ming明 hou后 tian天 shang上 xia下 zhong中钟 wu午五 zao早 wan晚 zhou周 li礼 bai拜 xing星 qi期七 dian点 hao号 ban半 ' +
    'shi时十 xiao小 chu初 yi一 er二 liang两 san三 si四 liu六 ba八 jiu九 ri日 mo末 tou头 ge个 yue月',
  closed: [
    ['今明后昨', '天'],
    ['上下中', '午'],
    ['早晚', '上'],
    ['傍', '晚'],
  ],
  ended: [
    ['周拜期', `${WEEKDAYS}末`],
    ['点', '半钟'],
    ['以之', '后'],
  ],
  open: [
    ['礼', '拜'],
    ['星', '期'],
    ['下上这本', '周'],
    ['下上这', '个'],
    ['个', '月'],
    [HOURS, '点'],
    [HOURS.replace('两', ''), '号月'],
    [`一${DIGITS}`, '十'],
    ['十', `一${DIGITS}`],
    ['大', '年'],
    ['年', '初'],
    ['小', '时'],
    ['钟', '头'],
    ['时头钟', '后'],
  ],
  kept: '万旧',
  leads: '那就在约吧嗯等过改定换啊呃',
  trails: '吧啊呢呀了的嘛哈噻哦喽咯呗再打来去过可行都左到场',
});

export const figureSpeech = speech({
  sounds: 'er二 liang两 san三 si四 wu五 liu六 qi七 ba八 jiu九 shi十 bai百 qian千 wan万',
  closed: [],
  ended: [],
  open: [
    ['二三四五六七八九', '十'],
    [`一${DIGITS}`, '百千万'],
    ['十百千万', `一${DIGITS}零`],
    ['十百千', '万'],
    [`${DIGITS}十百千万`, UNITS],
  ],
  kept: '室晚碗留起期式试',
  leads: '了有用大概约共要住才多差到那就嗯呃',
  trails: '吧啊呢呀了的嘛哈多来左钱到个人位次',
});

/** Digits one by one, as numbers of phones are said. */
export const digitSounds: Pick<Speech, 'exact' | 'alike'> = {
  exact: new Map(soundsOf('ling零 yao幺 yi一 er二 liang两 san三 si四 wu五 liu六 qi七 ba八 jiu九')),
  alike: alikeOf('san三 si四'),
};
