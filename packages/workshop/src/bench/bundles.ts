import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { cloneDir, type Sample } from './figures.ts';

const dist = join(cloneDir, 'packages/web/dist');

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    name: z.string().optional(),
    src: z.string().optional(),
    isEntry: z.boolean().optional(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
  }),
);

type Manifest = z.infer<typeof manifestSchema>;

/** All files that must be there before the chunks named by `keys` run. */
const filesOf = (manifest: Manifest, keys: readonly string[]): Set<string> => {
  const [files, seen] = [new Set<string>(), new Set<string>()];
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (chunk === undefined || seen.has(key)) return;
    seen.add(key);
    for (const file of [chunk.file, ...chunk.css]) files.add(file);
    for (const next of chunk.imports) visit(next);
  };
  for (const key of keys) visit(key);
  return files;
};

const kilobytes = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0) / 1_000;

interface Page {
  readonly zh: string;
  readonly en: string;
  /** Sources of the chunks that the page loads beside the entry. */
  readonly loads: RegExp;
  /** Only what comes on top of these is counted. */
  readonly onTopOf: RegExp | null;
}

const frame = /\/(shell|home|home-page)\.tsx$/;
const pages: readonly Page[] = [
  { zh: '登录页', en: 'login', loads: /\/(login|login-page)\.tsx$/, onTopOf: null },
  { zh: '外壳和首页', en: 'shell and home', loads: frame, onTopOf: null },
  { zh: '通话详情，另加', en: 'call detail, on top', loads: /\/call-record-page\.tsx$/, onTopOf: frame },
];

/** Sizes by the build's manifest, gzip, and the files they were counted from. */
export const bundleSamples = (): [Sample[], unknown] => {
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')));
  const keys = Object.keys(manifest);
  const entries = keys.filter(key => manifest[key]?.isEntry === true);
  const raw: Record<string, string[]> = {};
  const samples = pages.map(({ zh, en, loads, onTopOf }): Sample => {
    const own = keys.filter(key => loads.test(key));
    if (own.length === 0) throw new Error(`no chunk for ${en}: ${keys.join(', ')}`);
    const below =
      onTopOf === null ? new Set<string>() : filesOf(manifest, [...entries, ...keys.filter(key => onTopOf.test(key))]);
    const files = [...filesOf(manifest, [...entries, ...own])].filter(file => !below.has(file));
    raw[en] = files;
    return { zh: `${zh}（gzip）`, en: `${en} (gzip)`, unit: 'kB', digits: 1, values: [kilobytes(files)] };
  });
  return [samples, raw];
};
