import { join } from 'node:path';
import { bundleSizes, type PageSize } from '../../../web/bundle-sizes.ts';
import { cloneDir, type Sample } from './figures.ts';

const words: Readonly<Record<string, string>> = {
  login: '登录页',
  'shell + home': '外壳和首页',
  'test call': '试呼，另加',
  'call detail': '通话详情，另加',
};

/** Sizes by the build's manifest, and what they may be at most. */
export const bundleSamples = (): [Sample[], PageSize[]] => {
  const sizes = bundleSizes(join(cloneDir, 'packages/web/dist'));
  const samples = sizes.map(
    ({ page, kB, atMostKB, over }): Sample => ({
      zh: `${words[page] ?? page}，gzip（至多 ${atMostKB}）`,
      en: `${page}${over === null ? '' : ', on top'}, gzip (at most ${atMostKB})`,
      unit: 'kB',
      digits: 1,
      values: [kB],
    }),
  );
  return [samples, sizes];
};
