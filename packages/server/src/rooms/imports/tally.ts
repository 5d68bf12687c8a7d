import type { StoredClause } from '@lianxian/contract';
import { z } from 'zod';

/** What became of the rows of an import. */
const tallySchema = z.object({
  added: z.number(),
  duplicate: z.number(),
  blacklisted: z.number(),
  recent: z.number(),
  // Imports of earlier releases knew none of these.
  noConsent: z.number().default(0),
  otherTask: z.number().default(0),
  dead: z.number().default(0),
  invalid: z.number(),
});
export type Tally = z.infer<typeof tallySchema>;

/** Rows of the sheet that are done, bytes of the file of refused rows, what came of them, and whether all is said. */
export const cursorSchema = z.object({ rows: z.number(), bytes: z.number(), tally: tallySchema, over: z.boolean() });
export type Cursor = z.infer<typeof cursorSchema>;
export const beginning: Cursor = {
  rows: 0,
  bytes: 0,
  tally: { added: 0, duplicate: 0, blacklisted: 0, noConsent: 0, recent: 0, otherTask: 0, dead: 0, invalid: 0 },
  over: false,
};

const knownIn = ({ duplicate, blacklisted, noConsent, recent, otherTask, dead }: Tally) => ({
  duplicate,
  blacklisted,
  noConsent,
  recent,
  otherTask,
  dead,
});
const sum = (figures: Readonly<Record<string, number>>): number =>
  Object.values(figures).reduce((all, n) => all + n, 0);

export const countsOf = (tally: Tally) => ({
  added: tally.added,
  refused: sum(knownIn(tally)) + tally.invalid,
});

/**
 * 「导入 9,990，重复 5，黑名单 2，近期已拨 1，无效 3」 in clauses; what did not happen is not said. Whoever sees numbers
 * masked hears one figure of all that are known.
 */
export const figuresOf = (tally: Tally, seesPhones: boolean): readonly StoredClause[] => {
  const { added, invalid } = tally;
  const known = knownIn(tally);
  const leftOut: Partial<typeof known> & { leftOut?: number } = seesPhones ? known : { leftOut: sum(known) };
  const figures = Object.entries({ ...leftOut, invalid }) as [keyof typeof known | 'leftOut' | 'invalid', number][];
  return [['added', { n: added }], ...figures.flatMap(([kind, n]): StoredClause[] => (n === 0 ? [] : [[kind, { n }]]))];
};
