/**
 * Figures and times as docs/look.md#tables wants them. Days are the merchant's zone; the platform's default is Shanghai.
 */
const zone = 'Asia/Shanghai';
const parts = new Intl.DateTimeFormat('zh-CN', {
  timeZone: zone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const partsOf = (at: Date) => Object.fromEntries(parts.formatToParts(at).map(part => [part.type, part.value]));

/** `today 16:34:08`, this year `11-18 10:02`, else `2025-11-18 10:02`. `today` is the word for today. */
export const when = (iso: string, now: Date, today: string): string => {
  const [at, here] = [partsOf(new Date(iso)), partsOf(now)];
  const sameYear = at.year === here.year;
  if (sameYear && at.month === here.month && at.day === here.day)
    return `${today} ${at.hour}:${at.minute}:${at.second}`;
  return `${sameYear ? '' : `${at.year}-`}${at.month}-${at.day} ${at.hour}:${at.minute}`;
};

/** What was heard, and how alike it is where that was measured (0…1): 「那你给我讲讲吧」 92%. */
export const heardAs = (matched: string, score?: number): string =>
  `「${matched}」${score === undefined ? '' : ` ${Math.round(score * 100)}%`}`;

const dayOf = (at: Date) => {
  const { year, month, day } = partsOf(at);
  return `${year}-${month}-${day}`;
};
const dayMs = 86_400_000;
/** A moment to come: `18:00` with its day before it, `today`, `tomorrow` or `11-24`. An empty word is left out. */
export const nearTime = (
  iso: string,
  now: Date,
  words: { readonly today: string; readonly tomorrow: string },
): string => {
  const at = new Date(iso);
  const day = dayOf(at);
  const isTomorrow = day === dayOf(new Date(now.getTime() + dayMs));
  const word = day === dayOf(now) ? words.today : isTomorrow ? words.tomorrow : day.slice('2026-'.length);
  return `${word} ${timeOfDay(iso)}`.trim();
};

/** `16:34`, in the merchant's zone. */
export const timeOfDay = (iso: string): string => {
  const at = partsOf(new Date(iso));
  return `${at.hour}:${at.minute}`;
};

/** `03:12`, over an hour `1:03:12`. Whole seconds, cut off as a timer does. */
export const clock = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const tail = String(seconds % 60).padStart(2, '0');
  return hours > 0
    ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}`
    : `${String(minutes).padStart(2, '0')}:${tail}`;
};

/** Whole seconds, rounded; tenths below ten. */
export const seconds = (ms: number): string => (ms < 10_000 ? (ms / 1000).toFixed(1) : String(Math.round(ms / 1000)));

/** `13,420`; counts stop being exact at 10,000 (docs/wire.md#lists). */
export const count = (n: number, more = false): string => (more ? '10000+' : n.toLocaleString('en-US'));

const grouped = (whole: string): string => whole.replace(/\B(?=(\d{3})+$)/g, ',');
/** An amount of the wire, always with two decimals or more: `0.00`, `0.125`, `1,864.20`. */
export const amount = (decimal: string): string =>
  decimal.replace(/^(-?\d+)(?:\.(\d*))?$/, (_, whole, part = '') => `${grouped(whole)}.${part.padEnd(2, '0')}`);

/** Spaces, dashes and +86 are taken out, then 8 to 12 digits (A-31); null when it is no phone. */
export const phoneDigits = (typed: string): string | null => {
  const digits = typed.replace(/[\s()-]/g, '').replace(/^(\+|00)86/, '');
  return /^\d{8,12}$/.test(digits) ? digits : null;
};
