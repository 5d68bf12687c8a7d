import { type BadField, fieldChars, type InputOf, taskEndpoints } from '@lianxian/contract';
import { retryableStates } from '@lianxian/core';

/** What the schema of the settings cannot say; null when all is well. */
export const badSettings = ({
  ports,
  windows,
  retries,
}: Pick<InputOf<typeof taskEndpoints.save>, 'ports' | 'windows' | 'retries'>): BadField | null => {
  if (new Set(ports.map(({ portId }) => portId)).size < ports.length) return { field: 'ports', fault: 'twice' };
  if (windows.every(day => day.length === 0)) return { field: 'windows', fault: 'few', limit: 1 };
  const never = Object.keys(retries).find(state => !retryableStates.some(one => one === state));
  return never === undefined ? null : { field: 'retries', fault: 'noRetry', limit: never };
};

/** The smallest text of figures after all that begin with these; null when there is none (999…). Figures alone. */
export const figuresAfter = (figures: string): string | null => {
  const kept = figures.replace(/9+$/, '');
  if (kept === '') return null;
  return `${kept.slice(0, -1)}${Number(kept.at(-1)) + 1}`;
};

const MOST_NAME = fieldChars(taskEndpoints.copy.input, 'name');
/** 「秋季回访 副本」, and where that is taken 「秋季回访 副本 (2)」; a long one is cut before its tail. */
export const nameApart = (base: string, tail: string, taken: ReadonlySet<string>): string => {
  for (let n = 1; ; n += 1) {
    const end = `${tail}${n === 1 ? '' : ` (${n})`}`;
    const full = base.slice(0, MOST_NAME - end.length) + end;
    if (!taken.has(full)) return full;
  }
};
