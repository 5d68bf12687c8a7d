import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { intentRow, intentTable, type Measured, readMeasured } from '../intents/table.ts';
import { headline } from './headline.ts';
import { subjects } from './subjects.ts';

/**
 * Figures are kept with all it takes to doubt them: commit, command, seed, machine, every raw value. docs/figures.md and the
 * tables of the two READMEs are made from these files and from nothing else.
 */
export const cloneDir = resolve(import.meta.dirname, '../../../..');
const figuresDir = join(cloneDir, 'docs/figures');

const sampleSchema = z.object({
  zh: z.string(),
  en: z.string(),
  unit: z.string(),
  /** Digits after the point that mean something. */
  digits: z.number().int(),
  /** One value a round, in order. */
  values: z.array(z.number()).min(1),
});

const figureSchema = z.object({
  name: z.string(),
  commit: z.string(),
  command: z.string(),
  seed: z.number().nullable(),
  machine: z.string(),
  measuredOn: z.string(),
  samples: z.array(sampleSchema).min(1),
  raw: z.unknown(),
});

export type Sample = z.infer<typeof sampleSchema>;
export type Figure = z.infer<typeof figureSchema>;

const DURATIONS = new Set(['s', 'ms', 'µs']);

/** Of the working tree: a figure of uncommitted code says so. */
const commitOfTree = (): string => {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: cloneDir, encoding: 'utf8' }).trim();
  return `${git('rev-parse', '--short=12', 'HEAD')}${git('status', '--porcelain', '--', 'packages') === '' ? '' : '+'}`;
};

export const saveFigure = (
  name: string,
  command: string,
  samples: readonly Sample[],
  raw: unknown,
  seed: number | null = null,
): void => {
  const impossible = samples.find(({ unit, values }) => DURATIONS.has(unit) && values.some(value => value < 0));
  if (impossible) throw new Error(`${impossible.en}: a time of less than nothing`);
  const figure: Figure = {
    name,
    commit: commitOfTree(),
    command,
    seed,
    machine: `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}`,
    measuredOn: new Date().toISOString().slice(0, 10),
    samples: [...samples],
    raw,
  };
  mkdirSync(figuresDir, { recursive: true });
  writeFileSync(join(figuresDir, `${name}.json`), `${JSON.stringify(figure, null, 2)}\n`);
};

export const readFigures = (): Figure[] =>
  (existsSync(figuresDir) ? readdirSync(figuresDir) : [])
    .filter(file => file.endsWith('.json'))
    .sort()
    .map(file => figureSchema.parse(JSON.parse(readFileSync(join(figuresDir, file), 'utf8'))));

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

const shown = ({ values, digits, unit }: Sample): string => {
  const text = (value: number) => value.toFixed(digits);
  const spread = values.length > 1 ? ` (${text(Math.min(...values))}–${text(Math.max(...values))})` : '';
  return `${text(median(values))}${spread} ${unit}`.trim();
};

const heads = {
  zh: ['| 量什么 | 中位数（最小–最大） | 来源 |', '| --- | --- | --- |'],
  en: ['| what | median (least–most) | source |', '| --- | --- | --- |'],
} as const;

const sourceOf = ({ name, commit }: Figure): string => `[${name}](docs/figures.md#${name}) ${commit}`;

const machinesOf = (figures: readonly Figure[]): readonly string[] => [
  ...new Set(figures.map(({ machine, measuredOn }) => `${machine}, ${measuredOn}`)),
];

/** The table of a README: the rows of `headline`, and what was understood. @throws when a row has no figure. */
export const headlineTable = (figures: readonly Figure[], measured: Measured, language: 'zh' | 'en'): string => {
  const shownOf = headline.map(([name, ...places]) => {
    const figure = figures.find(each => each.name === name);
    if (!figure) throw new Error(`no figure ${name} for the READMEs`);
    return { figure, samples: places.map(place => figure.samples[place]!) };
  });
  return [
    ...heads[language],
    ...shownOf.flatMap(({ figure, samples }) =>
      samples.map(sample => `| ${sample[language]} | ${shown(sample)} | ${sourceOf(figure)} |`),
    ),
    intentRow(measured, language),
    '',
    ...machinesOf(shownOf.map(({ figure }) => figure)),
  ].join('\n');
};

const section = (figure: Figure): string =>
  [
    `## ${figure.name}`,
    '',
    `\`${figure.command}\`${figure.seed === null ? '' : `, seed ${figure.seed}`}, at ${figure.commit}; ${machinesOf([figure])[0]}; measures ${(subjects[figure.name] ?? []).map(path => `\`${path}\``).join(', ')}; [raw values](figures/${figure.name}.json)`,
    '',
    '| what | median (least–most) |',
    '| --- | --- |',
    ...figure.samples.map(sample => `| ${sample.en} | ${shown(sample)} |`),
  ].join('\n');

/** docs/figures.md: every figure, with where it comes from. */
export const figuresPage = (figures: readonly Figure[], measured: Measured): string =>
  `${[
    '# Figures',
    'Written by `npm run bench`, `npm run bench:calls` and `npm run prove` from docs/figures; a value is the median of its rounds, ' +
      'with the least and the most where there are several. An absolute figure says something of the machine it was measured on; ' +
      'ratios are of two things in one run.',
    ...figures.map(section),
    '## understood\n\nWhat is understood, by method (`packages/workshop/src/intents`)\n',
    intentTable(measured, 'en'),
  ].join('\n\n')}\n`;

/** The text with a table between its markers `<!-- name -->` and `<!-- /name -->`. Throws when it has none. */
export const withTable = (text: string, table: string, name = 'figures'): string => {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`no ${begin} … ${end} in the text`);
  return `${text.slice(0, from + begin.length)}\n${table}${table === '' ? '' : '\n'}${text.slice(to)}`;
};

export const readmes = { zh: join(cloneDir, 'README.md'), en: join(cloneDir, 'README.en.md') } as const;

export const figuresFile = join(cloneDir, 'docs/figures.md');

export const writeTables = (): void => {
  const [figures, measured] = [readFigures(), readMeasured()];
  for (const language of ['zh', 'en'] as const) {
    const file = readmes[language];
    writeFileSync(file, withTable(readFileSync(file, 'utf8'), headlineTable(figures, measured, language)));
  }
  writeFileSync(figuresFile, figuresPage(figures, measured));
};
