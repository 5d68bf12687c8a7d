import { openSecrets } from '../src/platform/secrets.ts';
import { settlingsWith } from '../src/rooms/attempts/index.ts';
import { numberKeyWith } from '../src/rooms/rules/index.ts';

/** Keys of numbers as a house of the tests makes them. */
export const numberKey = numberKeyWith(openSecrets(Buffer.alloc(32, 7).toString('base64')));

export const settlings = settlingsWith(numberKey);
