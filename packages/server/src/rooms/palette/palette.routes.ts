import { paletteEndpoints } from '@lianxian/contract';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front } from '../../platform/http/index.ts';
import { find } from './find.ts';

export const bindPalette = (front: Front, unscopedDb: UnscopedDb): void => {
  bind(front, paletteEndpoints.find, async ({ q }, context) => ({ list: await find(q, context, unscopedDb) }));
};
