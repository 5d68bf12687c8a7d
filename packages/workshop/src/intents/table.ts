import { readFileSync } from 'node:fs';
import { type Method, type Outcome, sets } from './measure.ts';

type SetName = keyof typeof sets;
export type Measured = Readonly<Record<Method, Readonly<Record<SetName, Outcome>>>>;

export const measuredFile = new URL('measured.json', import.meta.url);
export const readMeasured = (): Measured => JSON.parse(readFileSync(measuredFile, 'utf8')) as Measured;

const says = {
  zh: {
    head: ['方法', '听对', '听错', '没听懂'],
    words: '词、组合、整句、句式',
    likes: '＋ 相似句',
    sounds: '＋ 谐音',
    newWording: (count: number) => `${count} 句，说法不在任何词表里`,
    misheard: (count: number) => `${count} 句，语音识别写错了字`,
  },
  en: {
    head: ['method', 'right', 'wrong', 'not'],
    words: 'words, combinations, whole sentences, patterns',
    likes: '+ similar sentences',
    sounds: '+ sound',
    newWording: (count: number) => `${count} sentences in words of no list`,
    misheard: (count: number) => `${count} sentences a recogniser wrote wrongly`,
  },
} as const;

/** The table of the README: what was understood right, wrong and not at all, per method. */
export const intentTable = (measured: Measured, language: keyof typeof says): string => {
  const { head, ...names } = says[language];
  const rows = (['newWording', 'misheard'] as const).flatMap(set => [
    `| **${names[set](sets[set].length)}** | | | |`,
    ...(['words', 'likes', 'sounds'] as const).map(method => {
      const { right, wrong, not } = measured[method][set];
      return `| ${names[method]} | ${right} | ${wrong} | ${not} |`;
    }),
  ]);
  return [`| ${head.join(' | ')} |`, '| --- | ---: | ---: | ---: |', ...rows].join('\n');
};
