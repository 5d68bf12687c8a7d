import { z } from 'zod';

/** What its seller says of a plan, in its package. */
const packageAbout = z.object({
  title: z.string().max(100).default(''),
  trade: z.string().max(50).default(''),
  description: z.string().max(5_000).default(''),
  /** What is new, by version, the newest first. */
  notes: z
    .array(z.object({ version: z.number().int(), at: z.string().max(40), note: z.string().max(500) }))
    .max(500)
    .default([]),
});
export type PackageAbout = z.infer<typeof packageAbout>;

/** What is none says nothing; no plan is refused for its praise. */
export const readAbout = (given: unknown): PackageAbout => packageAbout.safeParse(given).data ?? packageAbout.parse({});
