import type { DayPart } from '../../events/when.ts';
import { numeralValue } from '../numerals.ts';
import { figure, type Groups, type Meaning, type Rule } from './token.ts';

/** Hours as they are said: 下午三点三刻, 差五分九点, 八九点, 13:30, 半个小时后. Which half of the day is for `when.ts`. */
const HOUR = 60;
const QUARTER = 15;
const hour = '(?:\\d{1,2}|二?十[一二三四五六七八九]?|[零〇一二两三四五六七八九])';
const minutes =
  '(?:半|[一三]刻|[零〇][一二三四五六七八九]分?|[一二三四五六七八九]分|[二三四五]?十[一二三四五六七八九]?分?|[0-5]\\d分?|\\d分|整)';

/** 四点要求, 三点五公里: no hour. */
const points =
  '要求|意见|建议|好处|原因|问题|理由|疑问|看法|[零〇一二两三四五六七八九]+(?:公里|千米|米|斤|万|亿|平|倍|折|块|元|吨|升|级|度)';

const figureOf = (text: string | undefined): number => numeralValue(text ?? '') ?? Number.NaN;
const minutesOf = (said = '整'): number => {
  if (said === '整') return 0;
  if (said === '半') return HOUR / 2;
  return said.endsWith('刻') ? QUARTER * figureOf(said[0]) : figureOf(said.replace(/分$/, ''));
};

const clock = (minute: number, to = minute, isWritten = false): Meaning | null =>
  minute >= 0 && to <= 24 * HOUR ? { kind: 'clock', minute, to, isWritten } : null;

const atHour = ({ at, past }: Groups): Meaning | null => clock(HOUR * figureOf(at) + minutesOf(past));
const shortOf = ({ at, short }: Groups): Meaning | null => clock(HOUR * figureOf(at) - minutesOf(short));
/** 八九点, 十一二点. */
const twoHours = ({ ten, one, other }: Groups): Meaning | null => {
  const [from, to] = [figureOf(one), figureOf(other)].map(each => each + (ten === undefined ? 0 : 10));
  return to === from! + 1 ? clock(HOUR * from!, HOUR * to!) : null;
};
const later = ({ hours, half, minute, quarters }: Groups): Meaning => {
  const whole = hours === undefined ? 0 : HOUR * figureOf(hours);
  const part = (half === undefined ? 0 : HOUR / 2) + (minute === undefined ? 0 : figureOf(minute));
  return { kind: 'later', minutes: whole + part + (quarters === undefined ? 0 : QUARTER * figureOf(quarters)) };
};

const span = `(?:(?<hours>${figure})个?(?<half>半)?个?(?:小时|钟头)|(?<minute>${figure})分钟|(?<quarters>${figure})刻钟)`;
const halfHour = '(?<half>半)个?(?:小时|钟头)';
const after = '(?:之后|以后|过后|后)';

export const clockRules: readonly Rule[] = [
  { pattern: new RegExp(`再?(?:过|等)?${span}${after}`, 'y'), means: later },
  { pattern: new RegExp(`再?(?:过|等)?${halfHour}${after}`, 'y'), means: later },
  { pattern: new RegExp(`再?(?:过|等)${span}`, 'y'), means: later },
  { pattern: new RegExp(`再?(?:过|等)${halfHour}`, 'y'), means: later },
  {
    pattern: /(?<at>[01]?\d|2[0-4])[:：](?<past>[0-5]\d)(?!\d)/y,
    means: ({ at, past }) => clock(HOUR * Number(at) + Number(past), undefined, true),
  },
  { pattern: new RegExp(`差(?<short>一刻|${figure}分?)钟?(?:到|就)?(?<at>${hour})点钟?`, 'y'), means: shortOf },
  { pattern: new RegExp(`(?<at>${hour})点差(?<short>一刻|${figure}分?)`, 'y'), means: shortOf },
  {
    pattern: /(?<ten>十)?(?<one>[一二两三四五六七八九])(?<other>[二三四五六七八九])点钟?(?![一二三四五六七八九\d])/y,
    means: twoHours,
  },
  {
    pattern: new RegExp(
      `(?<at>${hour})(?:点(?!${points})钟?|时(?!候|间|刻|代|常|不|段|光))过?(?<past>${minutes})?`,
      'y',
    ),
    means: atHour,
  },
];

const partWords: readonly (readonly [RegExp, DayPart])[] = [
  [/凌晨/y, 'dawn'],
  [
    /大?清早|一大早|一早|大早上|早上|早晨|清晨|早起|朝头?早|上午|午前|上半[天日]|前半?晌|头[晌午]|[上早朝]昼|朝晨/y,
    'morning',
  ],
  [/正?中午|正午|晌午头?|午间/y, 'noon'],
  [/下午|午后|下半[天日]|下昼|晏昼|[后下]半?晌午?/y, 'afternoon'],
  [
    /傍晚|黄昏|晚上|晚黑|夜黑|夜里厢?|夜头|夜晚|夜间|晚间|天一?黑|[擦傍落]黑儿?|(?<![拉啦变晒抹太])黑了(?=再|之?以?后)|黑家/y,
    'evening',
  ],
  [/半夜|深夜|午夜/y, 'night'],
];
const means =
  (part: DayPart): Rule['means'] =>
  () => ({ kind: 'part', part });

export const partRules: readonly Rule[] = partWords.map(([pattern, part]) => ({ pattern, means: means(part) }));
/** Right behind a day alone: 明早, 今晚八点, 周六晚. */
export const shortPartRules: readonly Rule[] = [
  { pattern: /早(?!点|些|一)|朝(?=[\d一二三四五六七八九十早]|$|[，。！,.吧啦])/y, means: means('morning') },
  { pattern: /[晚夜黑](?!点|些|一)/y, means: means('evening') },
];
