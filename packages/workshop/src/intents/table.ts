import { readFileSync } from 'node:fs';
import { type Method, methods, type Outcome, type SetName, setNames, sets } from './measure.ts';
import { saidOfTrades } from './trades.ts';

export type Measured = Readonly<Record<Method, Readonly<Record<SetName, Outcome>>>> & { readonly trades: Outcome };

export const measuredFile = new URL('measured.json', import.meta.url);
export const readMeasured = (): Measured => JSON.parse(readFileSync(measuredFile, 'utf8')) as Measured;

const says = {
  zh: {
    head: ['方法', '听对', '听错', '没听懂'],
    words: '词、组合、整句、句式',
    likes: '＋ 话术自己的相似句',
    kept: '＋ 取用的常用意思',
    sounds: '＋ 谐音',
    byEar: '谐音换成所有的词听音，不用另写',
    trades: (count: number) => `${count} 句，句库写好之后另写，各行业的话术只取用常用意思，没有自己的句子`,
    tradesBy: '取用的常用意思',
    row: (count: number) => `${count} 句调好之后另写的话，说法不在任何词表里：听对 / 听错 / 没听懂`,
    heldOut: (count: number, beside: number) =>
      `${count} 句，调好之后另写，说法不在任何词表里；其中 ${beside} 句与话术无关，没听懂才对`,
    development: (count: number, beside: number) =>
      `${count} 句，调词表时用过，说法不在任何词表里；其中 ${beside} 句与话术无关`,
    misheard: (count: number, beside: number) =>
      `${count} 句，调词表时用过，语音识别写错了字；其中 ${beside} 句与话术无关`,
  },
  en: {
    head: ['method', 'right', 'wrong', 'not'],
    words: 'words, combinations, whole sentences, patterns',
    likes: '+ the plan’s own similar sentences',
    kept: '+ the common meanings it took',
    sounds: '+ sound',
    byEar: 'all its words by ear instead, none listed',
    trades: (count: number) =>
      `${count} sentences of 14 trades, written after the list; their plans took common meanings and wrote no sentence`,
    tradesBy: 'the common meanings they took',
    row: (count: number) =>
      `${count} sentences written after all tuning, in words of no list: right / wrong / not understood`,
    heldOut: (count: number, beside: number) =>
      `${count} sentences written afterwards, in words of no list; ${beside} mean nothing the plan knows and are right when not understood`,
    development: (count: number, beside: number) =>
      `${count} sentences the lists were tuned on, in words of no list; ${beside} mean nothing the plan knows`,
    misheard: (count: number, beside: number) =>
      `${count} sentences the lists were tuned on, written wrongly by a recogniser; ${beside} mean nothing the plan knows`,
  },
} as const;

/** All methods together on sentences that nobody tuned for, as a row of the READMEs. */
export const intentRow = (measured: Measured, language: keyof typeof says): string => {
  const { right, wrong, not } = measured[methods.at(-1)!].heldOut;
  const what = says[language].row(sets.heldOut.length);
  return `| ${what} | ${right} / ${wrong} / ${not} | [understood](docs/figures.md#understood) |`;
};

/** The table of docs/figures.md: what was understood right, wrong and not at all, per method. */
export const intentTable = (measured: Measured, language: keyof typeof says): string => {
  const { head, ...names } = says[language];
  const rows = setNames.flatMap(set => [
    `| **${names[set](sets[set].length, sets[set].filter(({ means }) => means === null).length)}** | | | |`,
    ...methods.map(method => {
      const { right, wrong, not } = measured[method][set];
      return `| ${names[method]} | ${right} | ${wrong} | ${not} |`;
    }),
  ]);
  const { right, wrong, not } = measured.trades;
  rows.push(
    `| **${names.trades(saidOfTrades.length)}** | | | |`,
    `| ${names.tradesBy} | ${right} | ${wrong} | ${not} |`,
  );
  return [`| ${head.join(' | ')} |`, '| --- | ---: | ---: | ---: |', ...rows].join('\n');
};
