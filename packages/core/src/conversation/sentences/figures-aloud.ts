import { aloud, clockAloud, numberAloud } from './aloud.ts';

/**
 * Figures in a running text as they are said, for a voice of whatever maker: 2025年 is 二零二五年, 10:30 上午十点半, ¥120.5
 * 一百二十元五角, 50% 百分之五十, 1/3 三分之一, 13800138000 digit by digit. What is no figure of a sentence stays as it is:
 * A12, 5G, 3.0.1.
 *
 * The rules are tried in turn, each on what the ones before left: what is more than a number (a date, a time, a phone)
 * comes first, a bare number last.
 */
export const figuresAloud = (text: string): string => {
  // A sentence of another language is not said in Chinese.
  if (!/[\d０-９]/.test(text) || (/[A-Za-z]{2}/.test(text) && !/\p{Script=Han}/u.test(text))) return text;
  const plain = text.replace(/[０-９]/g, char => String(char.charCodeAt(0) & 0x0f));
  return rules.reduce((so, [figure, said]) => so.replace(figure, said), plain);
};

/** What takes the match and its groups, then where it stands and the text. */
type Said = Parameters<string['replace']>[1];

const digits = '零一二三四五六七八九';
const oneByOne = (text: string): string => text.replace(/\d/g, digit => digits[Number(digit)]!);

/** 12, 1,280, 3.5. */
const decimal = (text: string): string => {
  const [whole = '', part] = text.replaceAll(',', '').split('.');
  const said = whole.length > MOST_PLACES ? oneByOne(whole) : numberAloud(Number(whole));
  return said + (part === undefined ? '' : `点${oneByOne(part)}`);
};

/** A phone by the groups it is written in; one that has none by its own rule (3-4-4). */
const phone = (text: string): string =>
  text
    .split(/[- ]/)
    .filter(group => group !== '')
    .map(group => aloud(group, 'digits'))
    .join('，');

const amount = (figure: string, unit = ''): string =>
  unit === '' ? aloud(figure, 'amount') : `${decimal(figure)}${unit}元`;

const date = (whole: string, ...[year, month, day, written = '日']: string[]): string =>
  Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31
    ? whole
    : `${oneByOne(year!)}年${numberAloud(Number(month))}月${numberAloud(Number(day))}${written}`;

/** Words that say the half of the day already. */
const half = /(?:凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|[今明后]早|[今明后]晚)\s*$/;
const HALF_CHARS = 4;

const clock = (...[, hour, minute, at, text]: readonly [string, string, string, number, string]): string => {
  const said = clockAloud(Number(hour), Number(minute));
  return (half.test(text.slice(Math.max(0, at - HALF_CHARS), at)) ? said.slice(1) : said).join('');
};

/** Numbers longer than these are codes, unless something is counted. */
const MOST_COUNTED = 6;
const MOST_PLACES = 12;
const counted = /^(?:元|块|万|亿|人|次|个|名|件|分|股|份)/;
/** Two of these are 两, but the second of them is 二. */
const twoOf = /^(?:[个位名次种天周人元块岁件节套张份家条间台本门倍成斤米点万亿千百]|小时|分钟|公里|年(?!级))/;

const integer = (whole: string, at: number, text: string): string => {
  const figure = whole.replaceAll(',', '');
  const after = text.slice(at + whole.length);
  const isCode = figure.length > MOST_PLACES || (figure.length > MOST_COUNTED && !counted.test(after));
  if (isCode || /^0\d/.test(figure)) return aloud(figure, 'digits');
  const isTwo = figure === '2' && twoOf.test(after) && !/[第初十百千零]$/.test(text.slice(0, at));
  return isTwo ? '两' : numberAloud(Number(figure));
};

const to = /\s*[-—–~～]\s*/.source;
// Never from amid its digits: of a long row of them that would be tried from each.
const number = /(?<!\d)(\d+(?:\.\d+)?)/.source;
const money = /(\d[\d,]*(?:\.\d{1,2})?)/.source;
const year = /((?:19|20)\d{2})/.source;

const rules: readonly (readonly [RegExp, Said])[] = [
  [new RegExp(`(?<!\\d)${year}(?:年|[-/.])(\\d{1,2})(?:月|[-/.])(\\d{1,2})(?!\\d)(日|号)?`, 'g'), date],
  [
    new RegExp(`(?<!\\d)${year}(?:${to}|至|到)${year}(?=年|学年)`, 'g'),
    (_, one, other) => `${oneByOne(one!)}到${oneByOne(other!)}`,
  ],
  [new RegExp(`(?<!\\d)${year}(?=年|学年|届|级)`, 'g'), oneByOne],
  // From a time to a time, then the times.
  [new RegExp(`(?<=\\d[:：]\\d{2})${to}(?=\\d{1,2}[:：]\\d{2})`, 'g'), () => '到'],
  [/(?<![\d:：])([01]?\d|2[0-4])[:：]([0-5]\d)(?:[:：][0-5]\d)?(?![\d:：])/g, clock],
  [/(?<![\d+])(?:\+?86[- ]?)?(1[3-9]\d[- ]?\d{4}[- ]?\d{4})(?!\d)/g, (_, mobile) => phone(mobile!)],
  [/(?<!\d)(?:0\d{2,3}[- ]?\d{7,8}|[48]00(?:[- ]?\d){7})(?!\d)/g, phone],
  [/(?<!\d)(?:100(?:86|10)|12306|12315|12345|12366|12333|9[56]\d{3})(?!\d|[,.%％元块个人次名件户家分天万])/g, phone],
  [
    /(?<=(?:验证码|密码|号码|[编单工卡尾账]号|后四位|热线|电话|致电|拨打?)[是为：:\s]{0,3})\d{3,}(?![\d.%％:：月年元块])/g,
    phone,
  ],
  [
    new RegExp(`${number}[%％]?${to}${number}[%％]`, 'g'),
    (_, one, other) => `百分之${decimal(one!)}到百分之${decimal(other!)}`,
  ],
  [/(?<![\d.])100[%％]/g, () => '百分之百'],
  [new RegExp(`${number}\\s*[%％]`, 'g'), (_, part) => `百分之${decimal(part!)}`],
  [new RegExp(`${number}\\s*‰`, 'g'), (_, part) => `千分之${decimal(part!)}`],
  [new RegExp(`[¥￥]\\s*${money}(百|千|万|亿)?(?:元|块钱?|圆)?`, 'g'), (_, figure, unit) => amount(figure!, unit)],
  [/(?<![\d.,])(\d[\d,]*\.\d{1,2})元/g, (_, figure) => amount(figure!)],
  // 99元/月
  [/(?<=[元角分块])\/(?=\p{Script=Han})/gu, () => '每'],
  [new RegExp(`-${number}\\s*℃`, 'g'), (_, degrees) => `零下${decimal(degrees!)}摄氏度`],
  [/(?<=\d)\s*℃/g, () => '摄氏度'],
  [/(?<=\d)\s*(?:㎡|m²)/g, () => '平方米'],
  [/(?<!\d)\d{3,4}(?=室|房间|号房)/g, room => aloud(room, 'digits')],
  [
    /(?<![\d/.])(\d{1,3})\/(\d{1,3})(?![\d/日号]|小时)/g,
    (whole, part, of) => (Number(part) < Number(of) ? `${decimal(of!)}分之${decimal(part!)}` : whole),
  ],
  [
    new RegExp(`(?<![\\dA-Za-z.-])${number}${to}${number}(?=\\s*\\p{Script=Han})(?!室|房|单元|栋|幢|号)`, 'gu'),
    (_, one, other) => `${decimal(one!)}到${decimal(other!)}`,
  ],
  [/(?<![\dA-Za-z.,])\d[\d,]*\.\d+(?![\d.A-Za-z])/g, decimal],
  [/(?<![\dA-Za-z.,])(?:\d{1,3}(?:,\d{3})+|\d+)(?![\dA-Za-z]|[.,]\d)/g, integer],
];
