import { type OutputOf, type smsEndpoints, templateFaultText } from '@lianxian/contract';
import { fillTemplate, type SmsTemplate, smsParts, templateFault, variablesOfTemplate } from '@lianxian/core';
import type { ListedTemplate } from './templates.store.ts';

type Language = Parameters<typeof templateFaultText>[1];
type Row = OutputOf<typeof smsEndpoints.template>;

/** As it reads while nothing is filled in: each variable by its name. */
export const asWritten = (template: SmsTemplate): string => {
  const names = Object.fromEntries(variablesOfTemplate(template).map(name => [name, `\${${name}}`]));
  return fillTemplate(template, names, 'https://…/s/xxxxxxxx').text;
};

export const templateView = (row: ListedTemplate, language: Language): Row => {
  const { madeBy: _, ...shown } = row;
  const fault = templateFault(row) ?? '';
  const text = asWritten(row);
  return {
    ...shown,
    codes: [...row.codes],
    updatedAt: row.updatedAt.toISOString(),
    fault,
    faultText: templateFaultText(fault, language),
    variables: [...variablesOfTemplate(row)],
    chars: text.length,
    parts: smsParts(text).length,
  };
};
