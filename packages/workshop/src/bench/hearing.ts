import { wantsNoCalls } from '@lianxian/core';
import { callWishSets, readHeldOut } from '../held-out.ts';
import type { Sample } from './figures.ts';
import { suspectSamples } from './suspects.ts';
import { hearTrades, tradeSets } from './trades.ts';

const names = {
  'do-not-call': { zhSet: '先写好的一组', enSet: 'the first set' },
  'do-not-call-further': { zhSet: '后写的一组', enSet: 'a set written afterwards' },
} as const;

/** What is heard rightly of the held-out sentences: counts alone, so that nobody learns them; and what is found of what is not. */
export const hearingSamples = (): Sample[] => [
  ...wishSamples(),
  ...tradeSets.flatMap(tradeSamples),
  ...suspectSamples(),
];

const wishSamples = (): Sample[] =>
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

const share = (part: readonly unknown[], of: readonly unknown[]): number[] => [(100 * part.length) / of.length];

const tradeSamples = (set: (typeof tradeSets)[number]): Sample[] => {
  const all = hearTrades(set);
  const [zhBy, enBy] = set === 'first' ? ['', ''] : ['（后由别人写的一组）', ' (a set by another hand, afterwards)'];
  const ordinary = all.filter(({ kind }) => kind === 'ordinary');
  const odd = all.filter(({ kind }) => kind !== 'ordinary');
  const wrong = all.filter(({ verdict }) => verdict === 'wrong' || verdict === 'fatal');
  const right = (some: typeof all) =>
    share(
      some.filter(({ verdict }) => verdict === 'right'),
      some,
    );
  const kept = { unit: '%', digits: 1 } as const;
  return [
    {
      zh: `没见过的三个行业：${ordinary.length} 句平常的话，听对的${zhBy}`,
      en: `three trades nobody prepared for: ${ordinary.length} ordinary sentences, heard rightly${enBy}`,
      ...kept,
      values: right(ordinary),
    },
    {
      zh: `没见过的三个行业：${odd.length} 句识别有误、带方言或一句两意的话，听对的${zhBy}`,
      en: `three trades nobody prepared for: ${odd.length} misheard, dialect-near or two-fold sentences, heard rightly${enBy}`,
      ...kept,
      values: right(odd),
    },
    {
      zh: `没见过的三个行业：${all.length} 句里没反问就走错的${zhBy}`,
      en: `three trades nobody prepared for: of ${all.length} sentences acted on wrongly without asking back${enBy}`,
      ...kept,
      values: share(wrong, all),
    },
    {
      zh: `其中因此挂断、拉黑或办成了的句数${zhBy}`,
      en: `of these, sentences that ended the call, blocked the number or booked${enBy}`,
      unit: '',
      digits: 0,
      values: [all.filter(({ verdict }) => verdict === 'fatal').length],
    },
  ];
};
