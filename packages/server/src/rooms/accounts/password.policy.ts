import { limits, type RefusalKey } from '@lianxian/contract';

/**
 * Which passwords nobody may set: too short, the account's own name, or what is tried first by who guesses (a common
 * word with figures behind it, a figure or a pattern repeated, a row of the keyboard, a date).
 */
type WhyWeak = Extract<RefusalKey, 'passwordShort' | 'passwordSame' | 'passwordCommon'>;

/** What people take for a password, here and elsewhere, without the figures they put behind it. Our own list. */
const commonWords = new Set(
  `password passwort passw0rd passwd pass pwd mima wodemima admin administrator root user guest test tester demo default
  system server manager master owner boss staff agent seat operator support service login signin welcome hello helloworld
  letmein changeme change secret private access abc abcd abcdef qwe qwer qwert qwerty qwertyuiop asd asdf asdfgh asdfghjkl
  zxc zxcv zxcvbn zxcvbnm qaz qazwsx qazwsxedc wsx edc iloveyou loveyou lovely love woaini woaiwo aini nihao nimen zhongguo
  china beijing shanghai shenzhen guangzhou hangzhou chengdu company gongsi kefu xiaoshou waihu dianxiao dianhua phone
  call calls robot jiqiren lianxian huawei xiaomi alipay weixin wechat taobao monkey dragon tiger lion eagle superman batman
  football basketball baseball sunshine princess flower summer winter spring autumn january december monday freedom
  whatever trustno michael jordan daniel charlie computer internet samsung google apple microsoft oracle mysql postgres
  linux ubuntu cisco juniper asterisk freeswitch sip voip trunk zhang wang liu chen yang huang zhao aa bb xx a b q x`.split(
    /\s+/,
  ),
);
/** Patterns that no rule below sees. */
const commonWhole = new Set(
  '1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc q1w2e3r4 zaq12wsx zaq1xsw2 a1b2c3d4 1a2b3c4d 1234qwer qwer1234 p@ssw0rd 5201314 woaini1314 147258369 159357 a123456789'.split(
    ' ',
  ),
);
const keyboard = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'abcdefghijklmnopqrstuvwxyz', '9876543210'];

/** Letters that are written as figures and signs. */
const plainLetters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const unleet = (text: string): string => text.replace(/[013457@$!]/g, sign => plainLetters[sign] ?? sign);

/** Different characters of anything that is hard to guess. */
const FEWEST_CHARACTERS = 5;
/** Shorter figures alone are dates, and telephone numbers. */
const FEWEST_FIGURES = 14;
const FEWEST_OF_ACCOUNT = 3;

const isRepeated = (text: string): boolean => /^(.{1,5}?)\1+$/su.test(text) || new Set(text).size < FEWEST_CHARACTERS;

const isNext = (a: string, b: string): boolean => {
  const step = (b.codePointAt(0) ?? 0) - (a.codePointAt(0) ?? 0);
  if (Math.abs(step) <= 1) return true;
  return keyboard.some(row => row.includes(a + b) || row.includes(b + a));
};

/** Two rows, up or down, of keyboard or alphabet, make all of it: abcd1234, qwerasdf, 12344321. */
const isSequence = (text: string): boolean => {
  const characters = [...text];
  const breaks = characters.slice(1).filter((each, n) => !isNext(characters[n] ?? '', each)).length;
  return breaks <= 1;
};

/** A common word and what people put before and behind it. */
const isCommonWord = (text: string): boolean => {
  const bare = text.replace(/^[^a-z]+|[^a-z]+$/g, '');
  const bareOf = (written: string): string => unleet(written).replace(/[^a-z]/g, '');
  return (
    commonWords.has(bare) || commonWords.has(bareOf(text)) || commonWords.has(bareOf(text.replace(/[\d\W_]+$/, '')))
  );
};

/** Null: it may be set. `account`: whose it is to be. */
export const whyWeak = (password: string, account: string): WhyWeak | null => {
  if ([...password].length < limits.passwordChars) return 'passwordShort';
  const [text, name] = [password.toLowerCase(), account.toLowerCase()];
  if (text === name) return 'passwordSame';
  const isOwnName = name.length >= FEWEST_OF_ACCOUNT && text.replaceAll(name, '').length < limits.passwordChars - 2;
  const isFigures = /^\d+$/.test(text) && text.length < FEWEST_FIGURES;
  const isPlain = isOwnName && text.includes(name);
  return isPlain || isFigures || isRepeated(text) || isSequence(text) || isCommonWord(text) || commonWhole.has(text)
    ? 'passwordCommon'
    : null;
};
