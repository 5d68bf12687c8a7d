/** Where a number lives: `广东`, `深圳`, `中国移动`; '' for what is not known. */
export interface Area {
  readonly province: string;
  readonly city: string;
  readonly operator: string;
}

/** 「广东 深圳 · 移动」; a municipality is said once: 「北京 · 联通」; '' when nothing is known. */
export const areaText = (area: Area | undefined): string => {
  if (area === undefined) return '';
  const { province, city, operator } = area;
  const place = city === '' || city === province ? province : `${province} ${city}`;
  return [place, operator.replace(/^中国/, '')].filter(part => part !== '').join(' · ');
};
