import { type CustomerField, type CustomerWords, customerFieldNames, type SomeCustomerWords } from '@lianxian/contract';
import { isNumberParameter, type ParameterNumber, parameterNumbers } from '@lianxian/core';
import { regionName } from '@lianxian/core/regions';

type ParameterColumn = `parameter${ParameterNumber}`;
/** The same as the columns of its row. */
export interface WordColumns extends Partial<Record<ParameterColumn, string | null>> {
  readonly name?: string;
  readonly sex?: string;
  readonly birthday?: string;
  readonly company?: string;
  readonly position?: string;
  readonly tags?: readonly string[];
  readonly remark?: string;
  readonly mark?: string;
  readonly city?: string;
}

const MIDNIGHT = ' 00:00:00';

/** Each once, in the order they were given. */
const tagsIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[,，]/)
      .map(tag => tag.trim())
      .filter(tag => tag !== ''),
  ),
];

const parameterColumn = (n: ParameterNumber, text: string): [string, string | null] => [
  `parameter${n}`,
  isNumberParameter(n) ? text.replace(/^\+/, '') || null : text,
];

/** Fields that were given, as columns; the words of a region are its code. */
export const columnsOf = (words: SomeCustomerWords): WordColumns => {
  const { name, sex, birthday, company, position, tags, remark, mark, city } = words;
  const plain = { name, sex, company, position, remark, mark, city };
  return {
    ...Object.fromEntries(Object.entries(plain).filter(([, text]) => text !== undefined)),
    ...(birthday !== undefined && { birthday: birthday.slice(0, 10) }),
    ...(tags !== undefined && { tags: tagsIn(tags) }),
    ...Object.fromEntries(
      parameterNumbers.flatMap(n => {
        const text = words[`parameter${n}`];
        return text === undefined ? [] : [parameterColumn(n, text)];
      }),
    ),
  };
};

/** A row as words; a region that is none any more has no words. */
export const wordsOf = (row: WordColumns): CustomerWords => {
  const { birthday = '', tags = [], city = '' } = row;
  const own: Partial<Record<CustomerField, string>> = {
    ...{ name: row.name ?? '', sex: row.sex ?? '', company: row.company ?? '', position: row.position ?? '' },
    ...{ remark: row.remark ?? '', mark: row.mark ?? '', city, province: regionName(city) ?? '' },
    birthday: birthday === '' ? '' : `${birthday}${MIDNIGHT}`,
    tags: tags.join(','),
  };
  return Object.fromEntries(
    customerFieldNames.map(field => [field, own[field] ?? row[field as ParameterColumn] ?? '']),
  ) as CustomerWords;
};
