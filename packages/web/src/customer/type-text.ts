import { customerType, customerTypeWords } from '@lianxian/contract';
import { saidLanguage } from '../text/said.ts';

/** The type in the language of the page. */
export const typeText = (cateType: number): string => {
  const type = [...customerType.values].find(each => each === cateType);
  return type === undefined ? '' : customerTypeWords[saidLanguage()][type];
};
