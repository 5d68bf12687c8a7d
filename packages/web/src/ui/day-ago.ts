const dayMs = 86_400_000;
const zone = 'Asia/Shanghai';
const days = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });

/** The day of the merchant, so many days before today. */
export const dayAgo = (ago: number): string => days.format(new Date(Date.now() - ago * dayMs));
