import { type OutputOf, smsCauseText, type smsEndpoints, templateFaultText } from '@lianxian/contract';
import { fillTemplate, type SmsTemplate, smsParts, templateFault, variablesOfTemplate } from '@lianxian/core';
import type { TemplateReview } from './reviews.store.ts';
import type { ListedTemplate } from './templates.store.ts';

type Language = Parameters<typeof templateFaultText>[1];
type Row = OutputOf<typeof smsEndpoints.template>;

/** As it reads while nothing is filled in: each variable by its name. */
export const asWritten = (template: SmsTemplate): string => {
  const names = Object.fromEntries(variablesOfTemplate(template).map(name => [name, `\${${name}}`]));
  return fillTemplate(template, names, 'https://…/s/xxxxxxxx').text;
};

/** What a provider said of a template is in its own words; what went wrong on the way in ours. */
const reviewView = (
  { providerId, provider, state, because }: TemplateReview,
  language: Language,
): Row['reviews'][number] => ({
  ...{ providerId, provider, state, because },
  becauseText: state === 'refused' ? because : smsCauseText(because, language),
});

export const templateView = (row: ListedTemplate, all: readonly TemplateReview[], language: Language): Row => {
  const reviews = all.filter(({ templateId }) => templateId === row.id);
  const { madeBy: _, ...shown } = row;
  const fault = templateFault(row) ?? '';
  const text = asWritten(row);
  return {
    ...shown,
    codes: [...row.codes],
    reviews: reviews.map(review => reviewView(review, language)),
    again: row.state === 'review' && reviews.some(({ state }) => state === 'failed' || state === 'unknown'),
    updatedAt: row.updatedAt.toISOString(),
    fault,
    faultText: templateFaultText(fault, language),
    variables: [...variablesOfTemplate(row)],
    chars: text.length,
    parts: smsParts(text).length,
  };
};
