import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { chunkGroups } from './chunk-groups.config.ts';
import { lighter } from './lighter.ts';
import { coloursOf, type Mode, type ThemeName, themes } from './src/ui/theme/tokens.ts';

/**
 * Writes `.gz` and `.br` beside every text asset, so that the server never compresses while it answers.
 * Brotli at 9, not 11: a tenth of the time for 2 % more bytes.
 */
const precompressed = (): Plugin => ({
  name: 'precompressed',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const texts = Object.entries(bundle).filter(([name]) => /\.(js|css|svg)$/.test(name));
      await Promise.all(
        texts.map(async ([name, output]) => {
          const source = output.type === 'chunk' ? output.code : output.source;
          const [gz, br] = await Promise.all([
            promisify(gzip)(source, { level: 9 }),
            promisify(brotliCompress)(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
          ]);
          this.emitFile({ type: 'asset', fileName: `${name}.gz`, source: gz });
          this.emitFile({ type: 'asset', fileName: `${name}.br`, source: br });
        }),
      );
    },
  },
});

/**
 * What shows before the first script: the ground of each theme, under the name that the server writes into the page. It
 * writes its answer's nonce there too (`web-app.ts`): the one style element that the content security policy lets in.
 */
const paintOf = (theme: ThemeName, mode: Mode): string => {
  const { frame, f1 } = coloursOf(theme, mode);
  return `html[data-theme="${theme}"]{--frame:${frame};--f1:${f1};background:${frame};color-scheme:${mode}}`;
};
const firstPaint = (): Plugin => ({
  name: 'first-paint',
  transformIndexHtml: () => {
    const names = Object.keys(themes) as ThemeName[];
    const [light, dark] = (['light', 'dark'] as const).map(mode => names.map(name => paintOf(name, mode)).join(''));
    return [
      {
        tag: 'style',
        attrs: { nonce: '' },
        injectTo: 'head',
        children: `${light}@media (prefers-color-scheme:dark){${dark}}`,
      },
    ];
  },
});

/** What an endpoint says of itself is for the interface's documents: no page shows it, and home is lighter without. */
const withoutDocs = (): Plugin => {
  const said = /^( +summary:)\s*'[^'\\\n]*',$/gm;
  let found = 0;
  return {
    name: 'without-docs',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) => {
      if (!/\/packages\/contract\/src\/endpoints\//.test(id)) return null;
      found += code.match(said)?.length ?? 0;
      return code.replace(said, "$1'',");
    },
    buildEnd() {
      if (found === 0) this.error('no endpoint has a summary: is it called otherwise by now?');
    },
  };
};

/**
 * Every page loads the contract's table. What only one page's chunks ask stays out of it in what is built: those pages
 * import their endpoints by name.
 */
const askedByName = ['market', 'planProduct', 'closedPlan', 'recordOrder'];
const withoutAskedByName = (): Plugin => {
  const row = new RegExp(`^ +(${askedByName.join('|')}): \\w+,\\n`, 'gm');
  const asked = new RegExp(`\\bendpoints\\.(${askedByName.join('|')})\\b`);
  return {
    name: 'without-asked-by-name',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (id.includes('/packages/web/src/') && asked.test(code))
        this.error(`${id} asks what is not in the table of the build: import it by name`);
      if (!id.endsWith('/packages/contract/src/index.ts')) return null;
      if (code.match(row)?.length !== askedByName.length)
        this.error('the table of endpoints is written otherwise by now');
      return code.replace(row, '');
    },
  };
};

/** What makes a JSON schema of a zod schema is for the interface's documents as well: each kind of schema brings its part of it. */
const withoutJsonSchema = (): Plugin => ({
  name: 'without-json-schema',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/zod/v4/classic/schemas.js')) return null;
    const rest = code
      .replace(/^ +inst\._zod\.processJSONSchema = .*;$/gm, '')
      .replace(
        /createToJSONSchemaMethod\(this, \{\}\)\(params\)|createStandardJSONSchemaMethod\(this, "\w+"\)/g,
        'undefined',
      );
    if (/processJSONSchema|JSONSchemaMethod\(/.test(rest)) this.error('zod makes JSON schemas otherwise by now');
    return rest;
  },
});

const config = (groups: Awaited<ReturnType<typeof chunkGroups>>, more: readonly Plugin[] = []): UserConfig => ({
  root: import.meta.dirname,
  resolve: { alias: lighter },
  plugins: [withoutDocs(), withoutAskedByName(), withoutJsonSchema(), react(), firstPaint(), ...more],
  build: {
    manifest: true,
    target: 'es2023',
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    // Our own packages do nothing when they are loaded: each of their files goes to the pages that use it.
    rolldownOptions: {
      treeshake: { moduleSideEffects: id => !/\/packages\/(contract|core)\//.test(id) },
      output: {
        // A page that opens others names all their files, and no compression takes a sign of a hash away: the fewest there may be.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        ...(groups.length > 0 && { codeSplitting: { groups } }),
      },
    },
  },
});

export default defineConfig(async ({ command }) =>
  config(command === 'build' ? await chunkGroups(config([])) : [], [precompressed()]),
);
