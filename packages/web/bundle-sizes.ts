import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * What each page loads, gzipped, counted from the build manifest: scripts and styles of its chunks and of all they
 * import. Fonts and pictures are not counted. Figures to hold: docs/look.md#weight.
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
  /** Requests that its scripts and styles take. */
  readonly files: number;
  readonly atMostFiles: number;
  /** The figure counts only what comes on top of the page named here. */
  readonly over: string | null;
}

const start = 'index.html';
const shell = [
  start,
  'src/app/router.tsx',
  'src/app/shell.tsx',
  'src/text/zh-CN/shell.ts',
  'src/text/zh-CN/frame.ts',
  'src/text/zh-CN/home.ts',
  'src/app/home-route.tsx',
];
/** With what comes by itself (parts of the frame, fonts, answers) home stays under 40 requests, which a journey counts. */
const mostFirstFiles = 20;
const mostFiles = 80;
interface PageWanted {
  readonly page: string;
  readonly chunks: readonly string[];
  readonly atMostKB: number;
  readonly over: readonly string[];
}

const words = (...files: string[]): string[] => files.map(file => `src/text/zh-CN/${file}.ts`);
/** A page or a part of the frame that comes on top of shell and home; `chunk` without `src/`. */
const onTop = (page: string, chunk: string, texts: readonly string[] = [], atMostKB = 70): PageWanted => ({
  page,
  chunks: [`src/${chunk}.tsx`, ...words(...texts)],
  atMostKB,
  over: shell,
});

/** What comes by itself or with a key once the frame stands: parts of the header and the rail, palette, dialogs. */
const frameParts = [
  ...['notices/ticker', 'messages/bell', 'batches/batch-panel', 'help/help-modal', 'texts/commitment-modal'],
  ...['password-dialog', 'factor-begin', 'agreement-dialog', 'proof-dialog'].map(file => `security/${file}`),
].map(file => `src/features/${file}.tsx`);

const pages: readonly PageWanted[] = [
  { page: 'login', chunks: [start, 'src/app/login-route.tsx'], atMostKB: 100, over: [] },
  { page: 'shell + home', chunks: shell, atMostKB: 280, over: [] },
  onTop('test call', 'features/test-call/test-call-route', ['lines']),
  onTop('my tasks', 'app/tasks-route', ['tasks', 'lines', 'week', 'parts']),
  onTop('task editor', 'features/tasks/editor/task-editor', ['tasks', 'lines', 'week']),
  onTop('task board', 'app/task-board-route', ['tasks', 'lines', 'week', 'parts']),
  onTop('call log', 'app/call-log-route', ['call-log', 'messages', 'parts']),
  onTop('number library', 'app/number-route', ['number', 'customer', 'call-log', 'messages', 'parts']),
  onTop('a customer', 'customer/customer-drawer', ['customer', 'parts']),
  onTop('follow-up desk', 'app/follow-up-route', ['follow-up']),
  onTop('call detail', 'features/call-record/call-record-page', [], 25),
  onTop('lines', 'app/port-route', ['lines', 'week', 'parts']),
  onTop('monitor', 'app/monitor-route', ['monitor', 'lines']),
  onTop('connect a line', 'app/connect-line-route', ['lines']),
  onTop('my staff', 'features/staff/staff-page', ['staff', 'parts']),
  onTop('merchants', 'app/merchants-route', ['merchants', 'money', 'parts']),
  onTop('branding', 'app/branding-route', ['branding']),
  onTop('notices', 'features/notices/notices-page', ['editorial', 'parts']),
  onTop('articles', 'features/articles/articles-page', ['editorial']),
  onTop('update log, written', 'features/updates/entries-page', ['editorial', 'parts']),
  onTop('update log, read', 'features/updates/updates-page', ['help']),
  onTop('texts', 'features/texts/texts-page', ['editorial']),
  onTop('help', 'features/help/help-page', ['help']),
  onTop('audit log', 'features/audit/audit-page', ['audit', 'parts']),
  onTop('settings', 'app/settings/settings-page', ['configured']),
  onTop('configured', 'app/configured-route', ['configured', 'configured-page', 'tasks']),
  onTop('security', 'features/security/security-page', ['security', 'security-page']),
  onTop('balance', 'features/balance/balance-page', ['money', 'parts']),
  onTop('business info', 'features/business-info/info-page', ['money']),
  {
    page: 'plan editor',
    chunks: ['app/plan-editor-route', 'features/studio/graph-view']
      .map(file => `src/${file}.tsx`)
      .concat(words('studio')),
    atMostKB: 100,
    over: shell,
  },
  onTop('plan quality', 'features/stats/quality-page', ['stats', 'parts']),
  onTop('call quality', 'features/stats/levels-page', ['stats', 'parts']),
  onTop('collected answers', 'features/stats/collection-page', ['stats', 'parts']),
  onTop('port statistics', 'features/stats/ports-page', ['stats', 'parts']),
  {
    // A page of statistics with the library that draws.
    page: 'charts',
    chunks: ['features/stats/levels-page', 'ui/chart/drawn-chart']
      .map(file => `src/${file}.tsx`)
      .concat(words('stats', 'parts')),
    atMostKB: 205,
    over: shell,
  },
  onTop('my plans', 'app/plans-route', ['plans', 'parts']),
  onTop('plan market', 'features/market/market-page', ['market', 'parts']),
  onTop('plan market, taken', 'features/market/mine-tab', ['market', 'parts']),
  onTop('plan market, selling', 'features/market/selling/selling-tab', ['market', 'parts']),
  onTop('plan market, list', 'features/market/list-page', ['market', 'parts']),
  onTop('plan market, one plan', 'features/market/detail/detail-page', ['market', 'parts']),
  onTop('plan reviews', 'features/market/reviews/reviews-page', ['market', 'parts']),
  onTop('library', 'features/library/library-page', ['voices', 'parts']),
  onTop('recording orders', 'features/audio/audio-page', ['audio', 'voices', 'parts']),
  onTop('word library', 'features/keywords/keywords-page', ['keywords']),
  onTop('webhooks', 'features/webhooks/webhooks-page', ['webhooks']),
  onTop('rules after a call', 'app/after-call-route', ['after-call']),
  onTop('SMS', 'features/sms/sms-page', ['sms', 'sms-providers', 'send-sms', 'parts']),
  onTop('speech services', 'features/speech/speech-page', ['speech', 'configured']),
  onTop('a node’s form', 'features/studio/inspector/inspector', ['inspector', 'faults']),
  onTop('knowledge base', 'features/studio/knowledge/knowledge-page', ['inspector']),
  onTop('test talk', 'features/studio/talk/talk-panel', ['talk']),
  onTop('test conversations', 'features/studio/tests/tests-page', ['talk']),
  onTop('level rules', 'features/studio/levels/levels-page', ['learning']),
  onTop('heat', 'features/studio/heat/heat-panel', ['learning']),
  onTop('teleprompter', 'features/studio/voices/teleprompter', ['voices']),
  onTop('guide questions', 'features/studio/guide/guide-page', ['keywords']),
  onTop('versions', 'features/studio/versions/versions-page', ['versions']),
  {
    page: 'parts of the frame',
    chunks: [
      ...frameParts,
      'src/app/palette/palette.tsx',
      'src/app/key-sheet.tsx',
      ...words('messages', 'help', 'security', 'palette', 'configured'),
    ],
    atMostKB: 80,
    over: shell,
  },
  {
    // Fetched when a seat goes online, so that a call finds all of it there.
    page: 'phone + console',
    chunks: [
      'src/softphone/seat-part.tsx',
      'src/softphone/jssip/sip-phone.ts',
      'src/console/console.tsx',
      ...words('softphone', 'console'),
    ],
    atMostKB: 140,
    over: shell,
  },
  onTop('palette', 'app/palette/palette', ['palette', 'configured']),
  onTop('bell', 'features/messages/bell', ['messages']),
  onTop('ticker', 'features/notices/ticker', ['help']),
  onTop('rail, batch tasks', 'features/batches/batch-panel', ['messages']),
  onTop('rail, help', 'features/help/help-modal', ['help']),
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
    const files = [...filesOf(manifest, chunks)].filter(file => !there.has(file));
    const bytes = files.reduce((sum, file) => sum + gzipped(file), 0);
    const isFirst = over.length === 0;
    return {
      page,
      kB: Math.round(bytes / 100) / 10,
      atMostKB,
      files: files.length,
      atMostFiles: isFirst ? mostFirstFiles : mostFiles,
      over: isFirst ? null : 'shell + home',
    };
  });
};

if (import.meta.main) {
  const sizes = bundleSizes(join(import.meta.dirname, 'dist'));
  if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify(sizes, null, 2)}\n`);
  else
    for (const { page, kB, atMostKB, files, atMostFiles, over } of sizes)
      process.stdout.write(
        `${page.padEnd(20)} ${over ? '+' : ' '}${kB} kB of ${atMostKB}, ${files} files of ${atMostFiles}\n`,
      );
  process.exitCode = sizes.every(each => each.kB <= each.atMostKB && each.files <= each.atMostFiles) ? 0 : 1;
}
