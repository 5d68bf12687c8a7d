/**
 * A sentence as it may have been said where a recogniser wrote other characters of the same sound: 「明天下无」 is 「明天下午」. One
 * character is read as one of the kind's vocabulary that sounds like it (exactly, else only confusably) and makes a word
 * with what is written beside it. What is a common word, or a particle that is usual there, stays what it is.
 */
import { commonWords } from '../../recognition/common-words.ts';
import { fuzzySyllable } from '../../recognition/sounds.ts';
import type { Speech } from './speech.ts';

export type Chars = readonly string[];

/** Said in any sentence, whatever they sound like. */
const usual = new Set(
  '好吧就是要也有了呢的我你您他她它在不没啊嘛呀哦嗯这那都还得到去来和跟把给儿几已以约店时事钱莫别甭勿',
);
/** Of dialects: a recogniser that writes them heard them. */
const spoken = new Set('啲嘅咗唔喺嗰冇㗎佢嘢咩哋俺咱恁侬伐搿噻嘞哩咧噶嚟俾啱');
export const isOfDialect = (char: string): boolean => spoken.has(char);
const edge = /^[\s\p{P}]?$/u;

/** A character is written as it is read; null where nothing could be read otherwise. */
export const respelt = (speech: Speech, chars: Chars, syllables: Chars): string | null => {
  const read = [...chars];
  let isOther = false;
  for (const at of chars.keys()) {
    const other = readAs(speech, chars, syllables, at);
    if (other === null) continue;
    read[at] = other;
    isOther = true;
  }
  return isOther ? read.join('') : null;
};

const readAs = (speech: Speech, chars: Chars, syllables: Chars, at: number): string | null => {
  const syllable = syllables[at]!;
  if (syllable === '') return null;
  const exact = speech.exact.get(syllable) ?? '';
  const alike = speech.alike.get(fuzzySyllable(syllable)) ?? '';
  if (exact === '' && alike === '') return null;
  const written = chars[at]!;
  if (usual.has(written)) return meantAs(chars, at, exact);
  if (speech.kept.has(written) || isOfDialect(written)) return null;
  if (speech.vocabulary.has(written) && isRead(speech, chars, at, written)) return null;
  if (isCommon(speech, chars, at)) return null;
  const sure = [...exact].find(char => char !== written && fits(speech, chars, at, { char, isSure: true }));
  return sure ?? [...alike].find(char => char !== written && fits(speech, chars, at, { char, isSure: false })) ?? null;
};

/** 「上午就点」, 「晚上吧点半」, 「下午三店」: right behind a half of the day, where nothing else is said so. */
const meantAs = (chars: Chars, at: number, exact: string): string | null => {
  if (exact === '十' && isTen(chars, at)) return '十';
  if (exact === '号' && isOfMonth(chars, at)) return '号';
  const before = chars.slice(Math.max(0, at - 4), at).join('');
  if (chars[at] === '店') return exact.includes('点') && halfAndHour.test(before) ? '点' : null;
  const isHour = half.test(before) && hourBehind.test(chars.slice(at + 1, at + 4).join(''));
  return isHour ? ([...exact].find(char => '八九十'.includes(char)) ?? null) : null;
};
/** 「六时五张」 among figures: no hour is asked for. */
const isTen = (chars: Chars, at: number): boolean =>
  (chars[at] === '时' || (chars[at] === '是' && /[一二三四五六七八九]/.test(chars[at + 1] ?? ''))) &&
  (at === 0 ? chars[at] === '时' : /[一二三四五六七八九]/.test(chars[at - 1]!)) &&
  /^(?:[一二三四五六七八九张米块岁年度平斤个人位天台套件条瓶份]|[\s\p{P}吧啊呢的左]|$)/u.test(
    chars.slice(at + 1).join(''),
  );
/** 「二十二好上午」, 「月底三十一好」. */
const isOfMonth = (chars: Chars, at: number): boolean =>
  chars[at] === '好' &&
  /(?:[二三]?十[一二三四五六七八九]?|二十|[12]\d|3[01])$/.test(chars.slice(Math.max(0, at - 3), at).join('')) &&
  /^(?:[上下中]午|早上|晚上|[\s\p{P}]|$)/u.test(chars.slice(at + 1).join(''));
const half = /(?:[上下中]午|[早晚]上)$/;
const halfAndHour = /(?:[上下中]午|[早晚]上|傍晚)十?[一二两三四五六七八九十]$/;
const hourBehind = /^点(?:半|钟|整|[一三]刻|[\s\p{P}吧啊呢的左]|$)/u;

const isPair = ({ pairs }: Speech, chars: Chars, at: number): boolean => pairs.has(`${chars[at]}${chars[at + 1]}`);
const isClosed = ({ closed }: Speech, chars: Chars, at: number): boolean => closed.has(`${chars[at]}${chars[at + 1]}`);
const isEnded = ({ ended }: Speech, chars: Chars, at: number): boolean => ended.has(`${chars[at]}${chars[at + 1]}`);

/** It makes a word of the kind as it is written; only a 午 for a 五 and their like do not, right behind 上下中 and 周拜期. */
const isRead = (speech: Speech, chars: Chars, at: number, written: string): boolean =>
  !'午五钟'.includes(written) || isPair(speech, chars, at - 1) || isPair(speech, chars, at);

/** Part of a common word, whose other character is no part of a word of the kind: 留下 of 「周留下午」 is none. */
const isCommon = (speech: Speech, chars: Chars, at: number): boolean =>
  (commonWords.has(`${chars[at - 1]}${chars[at]}`) && !isPair(speech, chars, at - 2)) ||
  (commonWords.has(`${chars[at]}${chars[at + 1]}`) && !isPair(speech, chars, at + 1));

/** `isSure`: it sounds just like what is written. */
interface Reading {
  readonly char: string;
  readonly isSure: boolean;
}

const fits = (speech: Speech, chars: Chars, at: number, { char, isSure }: Reading): boolean => {
  const before = chars[at - 1] ?? '';
  const after = chars[at + 1] ?? '';
  const follows = speech.pairs.has(`${before}${char}`) && begins(speech, chars, at - 1, char);
  // 一点 is a bit.
  const leads = char !== '一' && speech.pairs.has(`${char}${after}`) && !isClosed(speech, chars, at + 1);
  if (!follows && !leads) return false;
  if (leads ? isWay(char, chars[at + 2]) : needsBehind(before, char)) return false;
  // 「一百二十八」 holds no weekday; and what is only confusable stands behind its word.
  if (!follows && (!isSure || char === '拜')) return false;
  const isBefore =
    follows || edge.test(before) || speech.vocabulary.has(before) || (isSure && speech.leads.has(before));
  const isAfter = leads || edge.test(after) || speech.vocabulary.has(after) || (isSure && speech.trails.has(after));
  return isBefore && isAfter;
};

/** 「往下走三公里」 names no Wednesday. */
const isWay = (char: string, further = ''): boolean =>
  char === '周' && '公米天站层楼次块人位里'.includes(further) && further !== '';
/** 「八千巴」 says 吧, 「再往下走」 no week, 「一年一签」 no 一千. */
const needsBehind = (before: string, char: string): boolean =>
  '八周个'.includes(char) || (before === '一' && '百千万'.includes(char));

/** What stands before may begin a word: not the 上 of 早上, nor the 下 of 一下; and the 两 of 「去两店」 is no hour. */
const begins = (speech: Speech, chars: Chars, at: number, char: string): boolean => {
  if (isEnded(speech, chars, at - 1)) return false;
  const before = chars[at - 1] ?? '';
  if (char === '点' && !edge.test(before) && !speech.vocabulary.has(before)) return false;
  return !commonWords.has(`${before}${chars[at]}`) || isPair(speech, chars, at - 1) || isPair(speech, chars, at - 2);
};
