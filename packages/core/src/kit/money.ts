/**
 * Money as whole ten-thousandths of a yuan (`0.12` yuan is 1,200): sums and products of such numbers are exact, up to
 * 900 million yuan. Talk is paid by the unit begun (docs/tasks.md#money).
 */
const UNITS = 10_000;
const SECONDS_A_MINUTE = 60;

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

/** Seconds in which talk is counted: a unit that was begun is paid. */
export const billUnits = [6, 60] as const;
export type BillUnit = (typeof billUnits)[number];

/** What talk is paid by: ten-thousandths of a yuan a minute, and the unit. */
interface Rate {
  readonly price: number;
  readonly unitS: BillUnit;
}

/** What a talk holds when it begins, and again whenever that is nearly used up: a minute, whatever its unit, with its use. */
export const holdOf = (price: number, use: { readonly hold: number } | null = null): number => price + (use?.hold ?? 0);

/**
 * What a talk did cost: units begun times a unit's share of the minute, rounded up once, at the end, to a ten-thousandth of
 * a yuan. A call without talk costs nothing.
 */
export const costOf = ({ price, unitS }: Rate, talkMs: number): number => {
  const units = talkMs > 0 ? Math.ceil(talkMs / (unitS * 1_000)) : 0;
  return Math.ceil((price * units * unitS) / SECONDS_A_MINUTE);
};
