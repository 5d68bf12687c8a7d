import { type Day, dayFrom, dayOf, isoOf, partsOf, weekdayOf } from '../../events/calendar.ts';
import type { DayPart, When } from '../../events/when.ts';
import { without } from '../beside.ts';
import { isExcept, isNegated, isOr, isWayOut, joins, resumes, takesAll } from './phrases.ts';
import { bareDates, scan } from './scan.ts';
import type { Span, Token } from './token.ts';
import { behind, hoursInWords } from './words.ts';

/** What a sentence means, with the words it was said in. */
export interface SpokenWhen extends When {
  readonly heard: string;
  /** As it is kept and said back: 「周六」, ' 15:30'; an hour stays in the callee's words while its half is open. */
  readonly words: { readonly days: string; readonly hours: string };
  /** What else was said: the sentence without the words of time that are meant. */
  readonly beside: string;
}

/** Does a text name a time, whatever it says of it? */
export const namesTime = (text: string): boolean => scan(text, dayOf(SOME_DAY.date)).length > 0;

/** Of a talk that was kept before it told its day: words are read all the same, and no day is kept beside them. */
export const SOME_DAY: Asked = { date: '2000-01-03', minute: 0 };

/** When it is asked: the merchant's date, `2026-11-24`, and the minute of that day. */
export interface Asked {
  readonly date: string;
  readonly minute: number;
}

/** Words of time that belong together: a day, a half of it, an hour, each at most once. */
interface Moment {
  spans: Span[];
  part: DayPart | null;
  clock: { minute: number; to: number; isWritten: boolean } | null;
  /** Of the second of two hours: 上午十点到下午两点. */
  toPart: DayPart | null;
  /** The callee's. */
  words: { days: string; part: string; clock: string };
  start: number;
  end: number;
}
type Said = Moment & { readonly suits: boolean; readonly except: boolean };

const HOUR = 60;
const HALF_DAY = 12 * HOUR;
const DAY = 24 * HOUR;
const WEEK = 7;
/** Days that are left out one by one. */
const MOST_EXCEPT = 31;
/** Characters after which an hour is no longer of the day before it. */
const FAR = 20;
/** 「除了周三都可以」 is kept as it was said. */
const LONGEST_WORDS = 50;

/**
 * All that is named is found, what is negated or over is dropped, of what is left the last one meant is taken: 「明天不行，后天吧」
 * is 后天, 「周六周日都行」 both, 「除了周三都可以」 any but one. Null when no time is named, or none that suits.
 */
export const whenIn = (text: string, asked: Asked): SpokenWhen | null => {
  const today = dayOf(asked.date);
  const named = scan(text, today);
  const moments = momentsOf(named.length > 0 ? named : bareDates(text, today), text, today, asked.minute);
  const said = moments.map((moment, n): Said => {
    const [before, after] = [
      text.slice(moments[n - 1]?.end ?? 0, moment.start),
      text.slice(moment.end, moments[n + 1]?.start),
    ];
    const isOver = moment.spans.length > 0 && moment.spans.every(({ to }) => to < today);
    const except = isExcept(before, after);
    const suits = !except && !isOver && (isWayOut(after) || !isNegated(before, after, n > 0)) && !isWayOut(before);
    return { ...moment, except, suits };
  });
  return answerOf(withDays(said, text), text);
};

/**
 * Later words without a day are of the day that was named before them, whether it suited at that hour or not (明天上午有课，
 * 下午三点吧), and an hour alone is of the half that was: 下午三点，不，四点.
 */
const withDays = (said: readonly Said[], text: string): readonly Said[] => {
  let before: Said | null = null;
  return said.map(moment => {
    const named: Said | null = before;
    const isOf = named !== null && moment.spans.length === 0 && follows(named, moment, text);
    const part = moment.part ?? (isOf && named.clock !== null && moment.clock?.isWritten === false ? named.part : null);
    const words = { ...moment.words, days: named?.words.days ?? '' };
    before = isOf ? { ...moment, spans: named.spans, part, words } : moment;
    return before;
  });
};

const follows = (named: Said, { start }: Moment, text: string): boolean => {
  const gap = text.slice(named.end, start);
  return named.suits ? gap.length <= FAR : named.part !== null || named.clock !== null;
};

const answerOf = (said: readonly Said[], text: string): SpokenWhen | null => {
  const suiting = said.filter(({ suits }) => suits);
  const within = suiting.flatMap(({ spans }) => spans);
  const except = said.filter(moment => moment.except).flatMap(({ spans }) => daysOf(spans, within).map(isoOf));
  const last = suiting.at(-1);
  if (last === undefined)
    return except.length === 0
      ? null
      : {
          ...anyBut,
          except,
          heard: heardOf(said, text),
          words: { days: text.trim().slice(0, LONGEST_WORDS), hours: '' },
          beside: without(text, said),
        };
  const meant = meantOf(suiting, last, text);
  const days = inOrder(meant.flatMap(({ spans }) => spans));
  const { time, isOpen } = timeOf(last);
  return {
    days: days.map(({ from, to }) => ({ from: isoOf(from), to: isoOf(to) })),
    except,
    part: last.part,
    time,
    open: days.length === 0 && except.length === 0 ? 'day' : isOpen ? 'half' : null,
    heard: heardOf(meant, text),
    words: wordsOf(meant, last, isOpen ? null : time),
    beside: without(text, meant),
  };
};

/** 二十八号，月底最后一天: the narrower of two of which one lies in the other. */
const within = (before: Said | undefined, last: Said, text: string): Said | null => {
  const [span, ...others] = before?.spans ?? [];
  if (before === undefined || span === undefined || others.length > 0 || last.part !== null || last.clock !== null)
    return null;
  const [wide] = last.spans;
  const isIn =
    wide !== undefined && wide.from <= span.from && span.to <= wide.to && wide.to - wide.from > span.to - span.from;
  return isIn && resumes(text.slice(before.end, last.start)) ? before : null;
};

/** The last one, and those before it that are meant with it. */
const meantOf = (suiting: readonly Said[], last: Said, text: string): readonly Said[] => {
  if (takesAll(text.slice(last.end))) return suiting.filter(({ spans, end }) => spans.length > 0 || end === last.end);
  const meant = [within(suiting.at(-2), last, text) ?? last];
  for (const before of suiting.slice(0, -1).toReversed()) {
    const next = meant[0]!;
    if (!isOr(text.slice(before.end, next.start), text.slice(next.end))) break;
    meant.unshift(before);
  }
  return meant;
};

const anyBut = { days: [], part: null, time: null, open: null } as const;

const daysSaid = ({ words }: Moment): string => words.days.replace(/星期|礼拜/g, '周').replace('周天', '周日');

/** Of 「周五下午或者周六上午」 each has a half or an hour of its own. */
const areApart = (meant: readonly Moment[], { words }: Moment): boolean =>
  meant.some(
    one =>
      (one.words.part || one.words.clock) && `${one.words.part}${one.words.clock}` !== `${words.part}${words.clock}`,
  );

const wordsOf = (meant: readonly Moment[], last: Moment, time: When['time']): SpokenWhen['words'] => {
  if (areApart(meant, last)) {
    const all = meant.map(one => `${daysSaid(one)}${one.words.part}${one.words.clock}`);
    return { days: all.join('或'), hours: '' };
  }
  const days = [...new Set(meant.map(daysSaid))].filter(Boolean).join('或');
  return { days, hours: time === null ? `${last.words.part}${last.words.clock}` : behind(days, hoursInWords(time)) };
};

/** Each once. */
const inOrder = (spans: readonly Span[]): readonly Span[] =>
  [...new Map(spans.map(span => [`${span.from} ${span.to}`, span])).values()].toSorted(
    (one, other) => one.from - other.from,
  );

/** All days of spans; of a week that was named, where it was: 下周除了周三都行. */
const daysOf = (spans: readonly Span[], within: readonly Span[]): readonly Day[] => {
  const isIn = (day: Day) => within.some(({ from, to }) => from <= day && day <= to);
  const all = spans.flatMap(({ from, to }) =>
    Array.from({ length: Math.min(to - from + 1, MOST_EXCEPT) }, (_, n) => from + n),
  );
  return all.map(day => (!isIn(day) && isIn(day + WEEK) ? day + WEEK : day));
};

const heardOf = (said: readonly Moment[], text: string): string =>
  said.map(({ start, end }) => text.slice(start, end)).join('或');

/** By the half of the day; an hour from nine to twelve without one is of the morning, others are open. */
const timeOf = ({ clock, part, toPart }: Moment): { readonly time: When['time']; readonly isOpen: boolean } => {
  if (clock === null) return { time: null, isOpen: false };
  const from = hourIn(clock.minute, part);
  const to = clock.to === clock.minute ? from : hourIn(clock.to, toPart ?? part);
  const isSure = clock.isWritten || part !== null || clock.minute >= 9 * HOUR;
  return { time: { from, to: to < from ? to + HALF_DAY : to }, isOpen: !isSure };
};

const hourIn = (minute: number, part: DayPart | null): number => {
  if (minute > HALF_DAY + HOUR - 1) return minute;
  switch (part) {
    case null:
    case 'morning':
      return minute;
    case 'dawn':
      return minute % HALF_DAY;
    case 'noon':
      return minute < 3 * HOUR ? minute + HALF_DAY : minute;
    case 'afternoon':
      return minute < HALF_DAY ? minute + HALF_DAY : minute;
    case 'evening':
      if (minute >= HALF_DAY) return minute + HALF_DAY === DAY + HOUR ? DAY : minute + HALF_DAY;
      return minute < 4 * HOUR ? minute : minute + HALF_DAY;
    case 'night':
      if (minute >= HALF_DAY) return minute + HALF_DAY;
      return minute < 6 * HOUR ? minute : minute + HALF_DAY;
  }
};

const wordOf = { days: 'days', part: 'part', clock: 'clock', later: 'days' } as const;

/** Neighbouring words of different kinds are one moment; a second day, half or hour begins the next, unless it is joined. */
const momentsOf = (tokens: readonly Token[], text: string, today: Day, minute: number): readonly Moment[] => {
  const moments: Moment[] = [];
  for (const token of tokens) {
    if (token.kind === 'lunar') continue;
    const last = moments.at(-1);
    const gap = last === undefined ? null : text.slice(last.end, token.start);
    const word = text.slice(token.start, token.end);
    if (last !== undefined && gap !== null && adds(last, token, gap, word)) last.end = token.end;
    else moments.push(opened(token, word, today, minute));
  }
  return moments;
};

const opened = (token: Exclude<Token, { kind: 'lunar' }>, word: string, today: Day, now: number): Moment => {
  const words = { days: '', part: '', clock: '', [wordOf[token.kind]]: word };
  const moment: Moment = {
    spans: [],
    part: null,
    clock: null,
    toPart: null,
    words,
    start: token.start,
    end: token.end,
  };
  if (token.kind === 'days') moment.spans = [...token.spans];
  else if (token.kind === 'part') moment.part = token.part;
  else if (token.kind === 'clock') moment.clock = { minute: token.minute, to: token.to, isWritten: token.isWritten };
  else {
    const at = now + token.minutes;
    const day = today + Math.floor(at / DAY);
    moment.spans = [{ from: day, to: day }];
    moment.clock = { minute: at % DAY, to: at % DAY, isWritten: true };
  }
  return moment;
};

/** 周一到周五 on a Tuesday: the Friday after that Monday; 十二月二十号到二十八号 in November: of that December. */
const upTo = ({ from }: Span, { to }: Span, word: string): Span => {
  if (to >= from) return { from, to };
  if (/周|星期|礼拜/.test(word)) return { from, to: to + WEEK };
  const [{ year, month }, { date }] = [partsOf(from), partsOf(to)];
  const coming = [0, 1].map(ahead => dayFrom(year, month + ahead, date));
  return { from, to: coming.find(day => day !== null && day >= from) ?? from };
};

/** 十二号星期六: a date and its weekday are one day. */
const isSameDay = ([one, ...others]: readonly Span[], [other, ...more]: readonly Span[]): boolean =>
  others.length + more.length === 0 &&
  one !== undefined &&
  other !== undefined &&
  one.from === one.to &&
  other.from === other.to &&
  weekdayOf(one.from) === weekdayOf(other.from);

/** Puts a word into a moment where it belongs there. */
const adds = (moment: Moment, token: Token, gap: string, word: string): boolean => {
  switch (token.kind) {
    case 'days': {
      const join = moment.part === null && moment.clock === null && moment.spans.length > 0 ? joins(gap) : null;
      if (join === 'and' && gap === '' && isSameDay(moment.spans, token.spans)) return true;
      if (join === 'to') moment.spans.push(upTo(moment.spans.pop()!, token.spans.at(-1)!, word));
      else if (join === 'and') moment.spans.push(...token.spans);
      else if (moment.spans.length === 0 && resumes(gap)) moment.spans = [...token.spans];
      else return false;
      moment.words.days += join === null ? word : `${gap}${word}`;
      return true;
    }
    case 'part':
      if (moment.clock !== null && moment.toPart === null && joins(gap) === 'to') {
        moment.toPart = token.part;
        moment.words.clock += `${gap}${word}`;
        return true;
      }
      if (moment.part !== null || moment.clock?.isWritten || !resumes(gap)) return false;
      moment.part = token.part;
      moment.words.part = word;
      return true;
    case 'clock': {
      if (moment.clock !== null) {
        if (joins(gap) !== 'to' && !(moment.toPart !== null && gap === '')) return false;
        moment.clock.to = token.to;
        moment.words.clock += `${gap}${word}`;
        return true;
      }
      if (!resumes(gap)) return false;
      moment.clock = { minute: token.minute, to: token.to, isWritten: token.isWritten };
      moment.words.clock = word;
      return true;
    }
    case 'later':
    case 'lunar':
      return false;
  }
};
