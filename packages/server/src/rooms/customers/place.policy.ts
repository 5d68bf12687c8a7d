import type { phoneOperators } from '@lianxian/contract';
import { regionOfPlace } from '@lianxian/core/regions';

/** Where a number lives, as the segments have it. */
interface Area {
  readonly province: string;
  readonly city: string;
  readonly operator: string;
}
type Operator = (typeof phoneOperators)[number];

const operatorOf = (name: string): Operator => {
  if (name.endsWith('虚拟')) return 'virtual';
  return name === '移动' || name === '联通' || name === '电信' || name === '广电' ? name : 'other';
};

/** What customers are narrowed by: the region that was chosen, else that of the number; and whose network the number is of. */
export const placeColumns = (area: Area | undefined, city: string): { region: string; operator: Operator } => ({
  region: city === '' && area !== undefined ? regionOfPlace(area) : city,
  operator: operatorOf(area?.operator ?? ''),
});
