import { join, relative } from 'node:path';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';

/**
 * Rolldown makes a chunk of whatever the same pages share: of hundreds of modules and forty pages that is hundreds of
 * files, most of them smaller than what a request costs. Here what the first pages load is one file each: what the
 * sign-in and the frame share, what frame and home need besides, and what comes by itself once they stand.
 *
 * Nobody loads more by it but a few hundred bytes: a group holds what all its pages load anyway. Which modules those are is known when everything
 * unused is gone; so the app is built once without writing it, and its chunks are read.
 */
const begin = ['index.html', 'src/app/login-route.tsx'];
const words = ['shell', 'frame', 'home'].map(name => `src/text/zh-CN/${name}.ts`);
const home = ['index.html', 'src/app/router.tsx', 'src/app/shell.tsx', 'src/app/home-route.tsx', ...words];
/** What comes by itself once the frame stands. */
const later = ['notices/ticker', 'messages/bell', 'batches/batch-panel'].map(name => `src/features/${name}.tsx`);
/** The same for whoever has a seat. */
const seat = 'src/softphone/seat-part.tsx';
const isOfPhone = (id: string): boolean => id.includes('/packages/web/src/softphone/');
/** A file of its own that is smaller costs more as a request than as a part of home; of code before it is shortened. */
const shortFile = 2_500;

const isChunk = (output: { readonly type: string }): output is Rolldown.OutputChunk => output.type === 'chunk';

/** Modules of all chunks that these entries load at once; the entries themselves stay files of their own. */
const loadedBy = (chunks: readonly Rolldown.OutputChunk[], entries: readonly string[]): ReadonlySet<string> => {
  const byFile = new Map(chunks.map(chunk => [chunk.fileName, chunk]));
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const next of byFile.get(file)?.imports ?? []) visit(next);
  };
  for (const entry of entries) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/packages/web/${entry}`));
    if (!chunk) throw new Error(`the build has no chunk of ${entry}`);
    visit(chunk.fileName);
  }
  return new Set([...seen].flatMap(file => byFile.get(file)?.moduleIds ?? []));
};

/** Who imports each style: chunks that are styles alone are gone before anybody could read them. */
const importersOf = (found: Map<string, readonly string[]>): Plugin => ({
  name: 'importers-of-styles',
  buildEnd() {
    for (const id of this.getModuleIds())
      if (id.endsWith('.css')) found.set(id, this.getModuleInfo(id)?.importers ?? []);
  },
});

/** @throws when one of the first pages is called otherwise by now. */
export const chunkGroups = async (config: InlineConfig) => {
  const styles = new Map<string, readonly string[]>();
  const built = (await build({
    ...config,
    plugins: [config.plugins, importersOf(styles)],
    configFile: false,
    logLevel: 'silent',
    build: { ...config.build, write: false, minify: false, cssMinify: false },
  })) as Rolldown.RolldownOutput;
  const chunks = built.output.filter(isChunk);
  const entries = new Set([
    ...chunks.flatMap(({ facadeModuleId }) => facadeModuleId ?? []),
    // What the document starts is a file of its own too, beside the document that starts it.
    join(import.meta.dirname, 'src/main.tsx'),
  ]);
  /** With their styles. */
  const loaded = (names: readonly string[]): ReadonlySet<string> => {
    const modules = loadedBy(chunks, names);
    const worn = [...styles].filter(([, importers]) => importers.some(id => modules.has(id)));
    return new Set([...modules, ...worn.map(([id]) => id)]);
  };
  const [atBegin, atHome, atLast, atSeat] = [
    loaded(begin),
    loaded(home),
    loaded([...home, ...later]),
    loaded([...home, seat]),
  ];
  const chars = new Map(
    chunks.flatMap(({ modules }) => Object.entries(modules).map(([id, { renderedLength }]) => [id, renderedLength])),
  );
  const others = chunks
    .flatMap(({ facadeModuleId }) =>
      facadeModuleId?.endsWith('.tsx') ? relative(import.meta.dirname, facadeModuleId) : [],
    )
    .filter(name => ![...begin, ...home, ...later].includes(name));
  const elsewhere = loaded(others);
  const isShort = (id: string): boolean => (chars.get(id) ?? shortFile) < shortFile;
  /** Of the seat's part, beside home and the phone. */
  const isSmall = (id: string): boolean => atSeat.has(id) && !atHome.has(id) && !isOfPhone(id) && isShort(id);
  const group = (name: string, holds: (id: string) => boolean, priority: number) => ({
    name,
    priority,
    // A barrel leads to what nobody here uses: the lists are whole as they are.
    includeDependenciesRecursively: false,
    test: (id: string) => holds(id) && (!entries.has(id) || id.endsWith(`/${seat}`) || isSmall(id)),
  });
  return [
    group('begin', id => atBegin.has(id) && (atHome.has(id) || (atLast.has(id) && isShort(id))), 3),
    group('home', id => atHome.has(id) || isSmall(id), 2),
    // What the sign-in shares with parts of the frame alone must not bring them along.
    // What they alone need stays in their own files: a page that opens a popover as they do must not bring the bell along.
    group('frame', id => atLast.has(id) && !atBegin.has(id) && elsewhere.has(id), 1),
    // Whoever loads any of it has a seat, and so all of it.
    group('seat', id => atSeat.has(id) && isOfPhone(id), 1),
  ];
};
