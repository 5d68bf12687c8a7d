import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * What each page loads, gzipped, counted from the build manifest: scripts and styles of its chunks and of all they
 * import. Fonts and pictures are not counted. Figures to hold: design, "How it looks and feels".
 *
 *   node packages/web/bundle-sizes.ts           a table; exit code 1 when a page is over its figure
 *   node packages/web/bundle-sizes.ts --json    the same as JSON
 */
interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

export interface PageSize {
  readonly page: string;
  /** kB of 1,000 bytes, gzip level 9. */
  readonly kB: number;
  readonly atMostKB: number;
  /** The figure counts only what comes on top of the page named here. */
  readonly over: string | null;
}

const start = 'index.html';
const shell = [
  start,
  'src/app/router.tsx',
  'src/app/shell.tsx',
  'src/text/zh-CN/console.ts',
  'src/text/zh-CN/frame.ts',
  'src/text/zh-CN/home.ts',
  'src/app/home-route.tsx',
];
const pages: readonly { page: string; chunks: readonly string[]; atMostKB: number; over: readonly string[] }[] = [
  { page: 'login', chunks: [start, 'src/app/login-route.tsx'], atMostKB: 125, over: [] },
  { page: 'shell + home', chunks: shell, atMostKB: 320, over: [] },
  { page: 'test call', chunks: ['src/features/test-call/test-call-route.tsx'], atMostKB: 70, over: shell },
  {
    page: 'my tasks',
    chunks: ['src/app/tasks-route.tsx', 'src/text/zh-CN/tasks.ts', 'src/text/zh-CN/week.ts'],
    atMostKB: 70,
    over: shell,
  },
  {
    page: 'task editor',
    chunks: ['src/features/tasks/editor/task-editor.tsx', 'src/text/zh-CN/tasks.ts', 'src/text/zh-CN/week.ts'],
    atMostKB: 70,
    over: shell,
  },
  {
    page: 'task board',
    chunks: ['src/app/task-board-route.tsx', 'src/text/zh-CN/tasks.ts', 'src/text/zh-CN/week.ts'],
    atMostKB: 70,
    over: shell,
  },
  {
    page: 'call log',
    chunks: ['src/app/call-log-route.tsx', 'src/text/zh-CN/call-log.ts'],
    atMostKB: 70,
    over: shell,
  },
  {
    page: 'lines',
    chunks: ['src/app/port-route.tsx', 'src/text/zh-CN/lines.ts', 'src/text/zh-CN/week.ts'],
    atMostKB: 70,
    over: shell,
  },
  {
    page: 'monitor',
    chunks: ['src/app/monitor-route.tsx', 'src/text/zh-CN/monitor.ts', 'src/text/zh-CN/lines.ts'],
    atMostKB: 70,
    over: shell,
  },
  {
    page: 'connect a line',
    chunks: ['src/app/connect-line-route.tsx', 'src/text/zh-CN/lines.ts'],
    atMostKB: 70,
    over: shell,
  },
  { page: 'call detail', chunks: ['src/features/call-record/call-record-page.tsx'], atMostKB: 25, over: shell },
];

const filesOf = (manifest: Manifest, names: readonly string[]): Set<string> => {
  const seen = new Set<string>();
  const files = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    const chunk = manifest[name];
    if (!chunk) throw new Error(`the build has no chunk ${name}`);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const name of names) visit(name);
  return files;
};

/** Sizes of the build in `dist`; throws when there is none. */
export const bundleSizes = (dist: string): PageSize[] => {
  const path = join(dist, '.vite/manifest.json');
  if (!existsSync(path)) throw new Error('no build: run npm run build -w @lianxian/web first');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  const gzipped = (file: string) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length;
  return pages.map(({ page, chunks, atMostKB, over }) => {
    const there = filesOf(manifest, over);
    const bytes = [...filesOf(manifest, chunks)]
      .filter(file => !there.has(file))
      .reduce((sum, file) => sum + gzipped(file), 0);
    return { page, kB: Math.round(bytes / 100) / 10, atMostKB, over: over.length > 0 ? 'shell + home' : null };
  });
};

if (import.meta.main) {
  const sizes = bundleSizes(join(import.meta.dirname, 'dist'));
  if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify(sizes, null, 2)}\n`);
  else
    for (const { page, kB, atMostKB, over } of sizes)
      process.stdout.write(`${page.padEnd(14)} ${over ? '+' : ' '}${kB} kB of ${atMostKB}\n`);
  process.exitCode = sizes.every(({ kB, atMostKB }) => kB <= atMostKB) ? 0 : 1;
}
