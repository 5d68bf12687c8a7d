/** The twenty parameters of a customer: ten are text, ten are figures, by the numbers the interface has for them. */
export const textParameters = [1, 2, 3, 14, 15, 16, 17, 18, 19, 20] as const;
const numberParameters = [4, 5, 6, 7, 8, 9, 10, 11, 12, 13] as const;
export type ParameterNumber = (typeof textParameters)[number] | (typeof numberParameters)[number];

export const parameterNumbers: readonly ParameterNumber[] = [...textParameters, ...numberParameters].sort(
  (one, other) => one - other,
);

export const isNumberParameter = (n: number): boolean => (numberParameters as readonly number[]).includes(n);

/** Figures that count, at most; as many as a double keeps. */
const DIGITS = 15;

/** ±, decimals, fifteen figures that count; empty is none. */
export const isFigure = (text: string): boolean =>
  text === '' || (/^[+-]?\d{1,30}(\.\d{1,15})?$/.test(text) && text.replace(/^[+-]?0*|\./g, '').length <= DIGITS);
