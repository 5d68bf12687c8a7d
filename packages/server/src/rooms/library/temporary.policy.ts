import type { customerEndpoints, OutputOf } from '@lianxian/contract';
import { isFigure, isNumberParameter, type ParameterNumber, parameterNumbers, textParameters } from '@lianxian/core';

type Temporary = NonNullable<OutputOf<typeof customerEndpoints.detail>['temporary']>;
type Values = Partial<Record<`parameter${ParameterNumber}`, string>>;

const fits = (n: ParameterNumber, value: string): boolean => !isNumberParameter(n) || isFigure(value);

/** Which parameter a column is called after: by the merchant's name of it, or by its number. */
const namedBy = (title: string, names: readonly string[]): ParameterNumber | undefined => {
  const byName = names.findIndex(name => name !== '' && name === title);
  const [, number] = /^(?:参数|參數|parameter)\s*(\d{1,2})$/i.exec(title) ?? [];
  return parameterNumbers.find(n => n === (byName >= 0 ? byName + 1 : Number(number)));
};

/**
 * What a call knew of its number beside the name, under the names of the parameters: each where its title says; what has no
 * place of its own follows in the texts that are left, with its title.
 */
export const temporaryOf = (
  name: string,
  variables: Readonly<Record<string, string>>,
  names: readonly string[],
): Temporary => {
  const values: Values = {};
  const left: string[] = [];
  for (const [title, value] of Object.entries(variables)) {
    const n = namedBy(title, names);
    if (n !== undefined && values[`parameter${n}`] === undefined && fits(n, value)) values[`parameter${n}`] = value;
    else if (value !== '') left.push(`${title}：${value}`);
  }
  for (const n of textParameters)
    if (values[`parameter${n}`] === undefined) values[`parameter${n}`] = left.shift() ?? '';
  const all = Object.fromEntries(parameterNumbers.map(n => [`parameter${n}`, values[`parameter${n}`] ?? '']));
  return { name, ...(all as Required<Values>) };
};
