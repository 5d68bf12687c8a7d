import type { Bounds } from '@lianxian/contract';

/** A whole number within bounds, or null. */
export const wholeNumber = (text: string, { least, most }: Bounds): number | null => {
  const typed = text.trim().normalize('NFKC');
  const value = /^\d{1,6}$/.test(typed) ? Number(typed) : Number.NaN;
  return value >= least && value <= most ? value : null;
};
