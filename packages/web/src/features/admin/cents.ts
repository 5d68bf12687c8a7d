/** A typed amount of yuan in cents, above 0 and with two decimals at most; null when it is none. */
export const inCents = (typed: string): number | null => {
  const parts = /^(\d{1,8})(?:\.(\d{1,2}))?$/.exec(typed.trim());
  if (!parts) return null;
  const cents = Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'));
  return cents > 0 ? cents : null;
};

const partsOfYuan = 10_000;

/** A balance of the wire (yuan, four decimals) with so many cents more. */
export const sumText = (balance: string, cents: number): string => {
  const parts = Math.round(Number(balance) * partsOfYuan) + cents * (partsOfYuan / 100);
  return (parts / partsOfYuan).toFixed(4).replace(/0{1,2}$/, '');
};
