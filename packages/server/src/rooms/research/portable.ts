import { guideLimits, guideOption } from '@lianxian/contract';
import { type GuideQuestion, guideFaultsOf, isMild } from '@lianxian/core';
import { z } from 'zod';
import { refuse } from '../../platform/http/index.ts';

/** The guide in what a package holds as such; ids name its own questions only. */
const portableGuide = z
  .array(
    z.object({
      id: z.string().max(20),
      title: z.string().trim().min(1).max(guideLimits.titleChars),
      type: z.union([z.literal(1), z.literal(2)]),
      options: z.array(guideOption.pick({ v: true, n: true })).max(guideLimits.options),
      isRoot: z.boolean(),
      isRequired: z.boolean(),
      hasOther: z.boolean(),
    }),
  )
  .max(guideLimits.questions);

/** A guide that would break whoever follows it is a broken file. @throws planFileBad */
export const readGuide = (given: unknown): readonly GuideQuestion[] => {
  const { success, data } = portableGuide.safeParse(given);
  if (!success || guideFaultsOf(data).some(fault => !isMild(fault))) throw refuse('planFileBad');
  return data;
};
