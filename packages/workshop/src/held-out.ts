import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';

/** Sets of sentences with whether they are a wish not to be called: the first was there before the recogniser, the other after. */
export const callWishSets = ['do-not-call', 'do-not-call-further'] as const;

const sentences = z.array(z.object({ is: z.boolean(), said: z.string() }));

/** A packed set of `packages/workshop/held-out`: to be counted, never shown. */
export const readHeldOut = (name: (typeof callWishSets)[number]): z.output<typeof sentences> => {
  const packed = readFileSync(new URL(`../held-out/${name}.json.gz`, import.meta.url));
  return sentences.parse(JSON.parse(gunzipSync(packed).toString()));
};
