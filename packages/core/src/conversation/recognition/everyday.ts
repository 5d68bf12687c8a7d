/**
 * What people say on any telephone and no plan needs to list: 喂, 能听见吗, 啥事, 你谁, 在开会, 上班别打, 怎么不行. Small rules of whole
 * sentences or clauses; what follows is the plan's, where it has something for it (`everydayOwners`).
 */
import { wantsNoCalls } from './call-wish/call-wish.ts';
import { cuesIn } from './call-wish/cues.ts';
import { asks, clausesIn } from './clauses.ts';
import { punctuation, tidy } from './text.ts';

/**
 * `hello`: is there anybody, what was said. `who`, `purpose`: who calls, and what for. `busy`: not now. `otherHour`: at this hour
 * one does not want to be called. `agreed`: nothing is against it.
 */
type EverydayKind = 'hello' | 'who' | 'purpose' | 'busy' | 'otherHour' | 'agreed';

export interface Everyday {
  readonly kind: EverydayKind;
  /** The words that say so. */
  readonly heard: string;
}

/** What is longer says something else, too. */
const LONGEST_WHOLE = 16;

const call = '(?:喂|你好|您好|哈喽){0,3}';
const you = '(?:你们?|您)?';
const end = '[啊呀呢哦哈的嘛]{0,2}$';
const job = '(?:干嘛|干啥|干什么|做什么|做啥|搞什么)';
const wholes: readonly (readonly [EverydayKind, RegExp])[] = [
  ['hello', /^(?:喂{1,4}(?:你好|您好)?|啊{1,3})$/],
  [
    'hello',
    new RegExp(
      `^${call}${you}(?:那边)?(?:能|可以)?(?:听得?(?:见|到|清楚?)|听不听得[见到清])我?的?(?:说话|讲话|声音)?(?:吗|么|没有?|不)${end}`,
    ),
  ],
  ['who', new RegExp(`^${call}(?:${you}是?(?:谁|哪位|什么人)|(?:你们?|您)是?哪[里儿个])${end}`)],
  ['who', new RegExp(`^${call}${you}是?${job}的[啊呀呢哦]{0,2}$`)],
  ['purpose', new RegExp(`^${call}${you}(?:找我|打电话|打来)?有?(?:什么|啥|嘛)事(?:情|儿)?(?:吗|么)?${end}`)],
  ['purpose', new RegExp(`^${call}${you}(?:找我|打电话)?(?:有事(?:情|儿)?(?:吗|么)|${job})[啊呀呢哦]{0,2}$`)],
];

const occupied = /(?:正?在|正)(?:开会|开车|开庭|忙|上课)|(?:开着?[会车]|忙着)呢|开着[会车]/;
/** Somebody else is, or nobody. */
const notMe =
  /(?:你们?|您|[他她]们?|孩子|儿子|女儿|娃|宝宝|老公|老婆|爸|妈|老师|医生|师傅|老板)(?:现在|这会儿|刚好|还|也|都|正|是){0,3}$|[不没](?:是|有)?$/;
/** Characters before it among which that stands. */
const NEAR = 10;

const agreed =
  /^(?:那|这|当然|我){0,2}((?:怎么|咋|有什么|有啥|没什么|没啥|哪有)(?:会|就)?不(?:行|可以|能|方便|好|愿意|需要|同意|成|中))(?:[的啊呀呢了嘛哦]|[，。！,.!?？]){0,4}$/;

/** What a sentence says of these, the surest first; null: nothing. */
export const everydayIn = (text: string): Everyday | null => {
  const said = [...tidy(text)].filter(char => !punctuation.test(char)).join('');
  const whole = said.length <= LONGEST_WHOLE && wholes.find(([, pattern]) => pattern.test(said));
  if (whole) return { kind: whole[0], heard: said };
  if (asksOtherHour(said)) return { kind: 'otherHour', heard: said };
  if (!mayHold.test(said)) return null;
  for (const clause of clausesIn(text)) {
    const yes = agreed.exec(clause.text)?.[1];
    if (yes !== undefined) return { kind: 'agreed', heard: yes };
    const busy = occupied.exec(clause.text);
    if (busy && !notMe.test(clause.text.slice(Math.max(0, busy.index - NEAR), busy.index)) && !asks(clause.text))
      return { kind: 'busy', heard: busy[0] };
  }
  return null;
};
/** Without one of these the clauses need no look. */
const mayHold = /开|忙|上课|不[行可能方好愿需同成中]/;

/** 「不是忙」, 「没在开会」; 「等我不忙了再打」 is of one who is busy. */
const free =
  /[不没](?:是|有|太|怎么|很){0,2}在?(?:忙|开会|开车|上班)|^[嗯哦啊对好\s，]*(?:我|俺)?(?:现在|这会儿?|刚好|正好|今天)?(?:有空|有时间|得闲|闲着)/;
const notYet = /等|再|时候/;
export const saysNotBusy = (text: string): boolean => free.test(text) && !notYet.test(text);

const calls = /打|联系|联络|来电|致电|拨/;
const forbids = /^(?:别|不要|甭|莫要?|勿|不准|不许|不得|少)$/;
const reaches = /^(?:打|联系|联络|打扰|打搅|叨扰|来电|致电|呼叫|拨打?)$/;
const occupies = /^(?:上班|上课|开会|会议|吃饭|午休|休息|睡觉|开车)$/;
/**
 * By the signs of a sentence, of which `w` is an hour at which one is occupied, `t` any, `N` a prohibition, `a` again, `D` a call:
 * 上班别打, 别上班时间打, 别打了我在上班, 今天别打了明天再打.
 */
const otherHour = /[tw].{0,2}N.{0,2}D|N.{0,2}[tw].{0,2}D|ND.{0,2}w|ND.{0,2}taD|[tw][MY]?aD/;

/** Does somebody not want to be called at an hour or on a day, but may be at others? It is no wish not to be called again. */
export const asksOtherHour = (text: string): boolean =>
  calls.test(text) && otherHour.test(signsOf(text)) && !wantsNoCalls(text);

/** Longer sentences are looked at so far (characters), as for a wish not to be called. */
const MOST_CHARS = 80;

const signsOf = (text: string): string =>
  cuesIn(text.slice(0, MOST_CHARS))
    .map(({ sign, words }) => {
      if (sign === 't') return occupies.test(words) ? 'w' : 't';
      if (sign === 'N') return forbids.test(words) ? 'N' : 'n';
      if (sign === 'A') return words === '再' ? 'a' : 'A';
      if (sign === 'D' || sign === 'K') return reaches.test(words) ? 'D' : 'K';
      return sign;
    })
    .join('');
