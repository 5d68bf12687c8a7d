/**
 * Money as whole ten-thousandths of a yuan (`0.12` yuan is 1,200): sums and products of such numbers are exact, up to
 * 900 million yuan. Talk is paid by the minute begun (docs/tasks.md#money).
 */
const UNITS = 10_000;
const MINUTE_MS = 60_000;

/** `100`, `0.12`, `-3.5000` as ten-thousandths; null where the text is not such an amount. */
export const readYuan = (text: string): number | null => {
  const parts = /^(-?)(\d{1,11})(?:\.(\d{1,4}))?$/.exec(text);
  if (!parts) return null;
  const [, sign, whole, decimals = ''] = parts;
  const units = Number(whole) * UNITS + Number(decimals.padEnd(4, '0'));
  return Number.isSafeInteger(units) ? (sign === '-' && units > 0 ? -units : units) : null;
};

/** With two decimals, more where they count: 1,200 is `0.12`, 12,345 is `1.2345`. */
export const yuanText = (units: number): string => {
  const whole = Math.trunc(Math.abs(units) / UNITS);
  const decimals = String(Math.abs(units) % UNITS).padStart(4, '0');
  return `${units < 0 ? '-' : ''}${whole}.${decimals.replace(/0{1,2}$/, '')}`;
};

const minutesBegun = (ms: number): number => (ms > 0 ? Math.ceil(ms / MINUTE_MS) : 0);

/** What a call may cost at most: held before it is dialled. `price` is of a minute. */
export const holdOf = (price: number, longestMs: number): number => price * minutesBegun(longestMs);

/** What it did cost; a call without talk costs nothing. */
export const costOf = (price: number, talkMs: number): number => price * minutesBegun(talkMs);
