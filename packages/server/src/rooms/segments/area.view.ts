/** Where a number lives: `广东`, `深圳`, `移动`; '' for what is not known. */
export interface Area {
  readonly province: string;
  readonly city: string;
  readonly operator: string;
}

/**
 * 「广东 深圳 · 移动」; a municipality is said once: 「北京 · 联通」; '' when nothing is known. Beside a masked number the
 * province alone: city and operator leave a few ranges of the figures that are hidden.
 */
export const areaText = (area: Area | undefined, seesPhones: boolean): string => {
  if (area === undefined) return '';
  const { province, city, operator } = area;
  if (!seesPhones) return province;
  const place = city === '' || city === province ? province : `${province} ${city}`;
  return [place, operator].filter(part => part !== '').join(' · ');
};

/** 010 and 02x have three figures, the other area codes four; mobile ranges have three to seven. */
const areaCodeFigures = [4, 3] as const;
const mobileFigures = [7, 6, 5, 4, 3] as const;
/** A mobile number as it is dialled from another province. */
const trunkMobile = /^01[3-9]\d{9}$/;

/** What may be a prefix of a number among the segments, the longest first. A number without its area code has none. */
export const prefixesOf = (phone: string): readonly string[] => {
  if (trunkMobile.test(phone)) return prefixesOf(phone.slice(1));
  if (phone.startsWith('0')) return areaCodeFigures.map(figures => phone.slice(0, figures));
  return /^1\d{10}$/.test(phone) ? mobileFigures.map(figures => phone.slice(0, figures)) : [];
};
