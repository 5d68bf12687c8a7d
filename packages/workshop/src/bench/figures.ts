import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { intentTable, readMeasured } from '../intents/table.ts';

/**
 * Figures are kept with all it takes to doubt them: commit, command, seed, machine, every raw value. The tables of the
 * two READMEs are made from these files and from nothing else.
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

/** The table between the markers of a README. */
export const figureTable = (figures: readonly Figure[], language: 'zh' | 'en'): string => {
  if (figures.length === 0) return '';
  return [
    ...heads[language],
    ...figures.flatMap(figure =>
      figure.samples.map(
        sample =>
          `| ${sample[language]} | ${shown(sample)} | [${figure.name}](docs/figures/${figure.name}.json) ${figure.commit} |`,
      ),
    ),
    '',
    ...new Set(figures.map(figure => `${figure.machine}, ${figure.measuredOn}`)),
  ].join('\n');
};

/** The text with a table between its markers `<!-- name -->` and `<!-- /name -->`. Throws when it has none. */
export const withTable = (text: string, table: string, name = 'figures'): string => {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`no ${begin} … ${end} in the text`);
  return `${text.slice(0, from + begin.length)}\n${table}${table === '' ? '' : '\n'}${text.slice(to)}`;
};

export const readmes = { zh: join(cloneDir, 'README.md'), en: join(cloneDir, 'README.en.md') } as const;

export const writeTables = (): void => {
  const figures = readFigures();
  for (const language of ['zh', 'en'] as const) {
    const file = readmes[language];
    const text = withTable(readFileSync(file, 'utf8'), figureTable(figures, language));
    writeFileSync(file, withTable(text, intentTable(readMeasured(), language), 'intents'));
  }
};
