import { limits, type Right } from '@lianxian/contract';
import { refuse } from './refusal.ts';

/** What stands between ampersands, empty or not; counted no further than one too many. */
const areTooMany = (text: string): boolean => {
  let fields = 1;
  for (let at = text.indexOf('&'); at >= 0 && fields <= limits.fields; at = text.indexOf('&', at + 1)) fields += 1;
  return fields > limits.fields;
};

/**
 * The fields of a form. One that came twice keeps its last value. More than any page has are refused before they are
 * parsed: `a&a&…` costs URLSearchParams the square of its length.
 */
export const parseForm = (text: string): Record<string, string> => {
  if (areTooMany(text)) throw refuse('tooLarge', { limit: limits.fields });
  return Object.fromEntries(new URLSearchParams(text));
};

/** Bytes of a form that are read at all: who has no token yet has little to say. */
export const formBytesOf = (right: Right): number =>
  right.needs === 'nothing' ? limits.openFormBytes : limits.formBytes;
