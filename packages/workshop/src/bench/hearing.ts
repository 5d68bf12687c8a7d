import { wantsNoCalls } from '@lianxian/core';
import { callWishSets, readHeldOut } from '../held-out.ts';
import type { Sample } from './figures.ts';

const names = {
  'do-not-call': { zhSet: '先写好的一组', enSet: 'the first set' },
  'do-not-call-further': { zhSet: '后写的一组', enSet: 'a set written afterwards' },
} as const;

/** What is heard rightly of the held-out sentences: counts alone, so that nobody learns them. */
export const hearingSamples = (): Sample[] =>
  callWishSets.flatMap(name => {
    const { zhSet, enSet } = names[name];
    const sentences = readHeldOut(name);
    const wishes = sentences.filter(({ is }) => is);
    const others = sentences.filter(({ is }) => !is);
    const heard = (all: typeof sentences) => [all.filter(({ said }) => wantsNoCalls(said)).length];
    return [
      {
        zh: `不想再接电话：${wishes.length} 种没学过的说法，听出来的（${zhSet}）`,
        en: `no more calls wanted: heard of ${wishes.length} wordings not learnt from (${enSet})`,
        unit: '',
        digits: 0,
        values: heard(wishes),
      },
      {
        zh: `不想再接电话：${others.length} 句别的话，听错成这个的（${zhSet}）`,
        en: `no more calls wanted: heard wrongly of ${others.length} other sentences (${enSet})`,
        unit: '',
        digits: 0,
        values: heard(others),
      },
    ];
  });
