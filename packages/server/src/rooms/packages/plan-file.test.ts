import { hash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { packageOf } from './package.test-data.ts';
import { readPackage } from './plan-file.ts';
import { fingerprintOf, newPair, signed, signerOf } from './signing.ts';

const pair = () => {
  const { publicKey, privateText } = newPair();
  return signerOf(publicKey, privateText);
};
const [seller, other] = [pair(), pair()];
const plan = { name: '话术' };
const voices = [
  { about: { text: '您好' }, sound: Buffer.from([1, 2, 3]) },
  { about: { text: '再见' }, sound: Buffer.alloc(0) },
];
let whole: Buffer;
beforeAll(async () => {
  whole = await packageOf({ plan, voices, tests: [{ name: '顺利' }], licence: 'own', only: '100002' }, seller);
});

interface Part {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}
interface Written {
  readonly format: number;
  readonly licence: string;
  readonly only: string;
  readonly key: string | null;
  readonly parts: readonly Part[];
}

/** The file with another manifest, signed anew or as it was. */
const rewritten = (change: (manifest: Written) => object, sign?: (manifest: Buffer) => Buffer, after = ''): Buffer => {
  const end = 10 + whole.readUInt32BE(6);
  const bodyFrom = end + 1 + whole[end]!;
  const manifest = Buffer.from(JSON.stringify(change(JSON.parse(whole.toString('utf8', 10, end)) as Written)));
  const signature = sign === undefined ? whole.subarray(end + 1, bodyFrom) : sign(manifest);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(manifest.length);
  const head = [whole.subarray(0, 6), length, manifest, Buffer.of(signature.length), signature];
  return Buffer.concat([...head, whole.subarray(bodyFrom), Buffer.from(after)]);
};
const again = (change: (manifest: Written) => object, after = '') =>
  rewritten(change, manifest => signed(manifest, seller), after);
const unsigned = (change: (manifest: Written) => object = all => all) =>
  rewritten(
    all => change({ ...all, key: null }),
    () => Buffer.alloc(0),
  );
const partNamed = (name: string) => (all: Written) => ({
  ...all,
  parts: all.parts.map((part, at) => (at === 6 ? { ...part, name } : part)),
});
const flipped = (at: number): Buffer => {
  const bytes = Buffer.from(whole);
  bytes[at]! ^= 1;
  return bytes;
};

test('all parts of a package come back as they were written, with who signed and what is allowed', () => {
  const read = readPackage(whole);
  expect(JSON.parse(Buffer.from(read.graph).toString())).toEqual(plan);
  expect(read).toMatchObject({
    ...{ tests: [{ name: '顺利' }], licence: 'own', only: '100002', signedBy: seller.publicKey },
    voices: voices.map(({ about, sound }) => ({ about, sound, sha256: hash('sha256', sound, 'hex') })),
  });
  expect(fingerprintOf(seller.publicKey)).toMatch(/^[0-9a-f]{4}(-[0-9a-f]{4}){3}$/);
});

test('a package that nobody signed is welcome and says so', () => {
  expect(readPackage(unsigned()).signedBy).toBeNull();
});

test('whichever byte of it is changed, it is refused', () => {
  const toldOf = (at: number): string => {
    try {
      readPackage(flipped(at));
      return `byte ${at} passed`;
    } catch (error) {
      return (error as { readonly key: string }).key;
    }
  };
  expect(new Set(Array.from(whole, (_, at) => toldOf(at)))).toEqual(
    new Set(['planFileBad', 'planFileSignature', 'planFileChanged']),
  );
});

test.each<[string, () => Buffer, string]>([
  [
    'another’s signature',
    () =>
      rewritten(
        all => all,
        manifest => signed(manifest, other),
      ),
    'planFileSignature',
  ],
  ['another’s name over it', () => rewritten(all => ({ ...all, key: other.publicKey })), 'planFileSignature'],
  [
    'a signature cut off',
    () =>
      rewritten(
        all => all,
        () => Buffer.alloc(0),
      ),
    'planFileSignature',
  ],
  ['a key that is none', () => rewritten(all => ({ ...all, key: 'A'.repeat(43) })), 'planFileSignature'],
  ['a licence widened', () => rewritten(all => ({ ...all, licence: 'open' })), 'planFileSignature'],
  ['a path that climbs', () => again(partNamed('voices/../../etc/passwd')), 'planFilePath'],
  ['a path from a root', () => unsigned(partNamed('/etc/passwd')), 'planFilePath'],
  ['a path of another system', () => unsigned(partNamed('C:\\windows\\a.alaw')), 'planFilePath'],
  ['a part that is none', () => again(partNamed('voices/one.alaw')), 'planFileBad'],
  ['a part twice', () => again(partNamed('graph.json')), 'planFileBad'],
  [
    'a part longer than the file',
    () => again(all => ({ ...all, parts: [{ ...all.parts[0]!, bytes: 9e9 }] })),
    'planFileBad',
  ],
  ['a part left out', () => again(all => ({ ...all, parts: all.parts.slice(1) })), 'planFileChanged'],
  ['no parts', () => again(all => ({ ...all, parts: [] })), 'planFileBad'],
  ['a licence that gives away closed plans', () => again(all => ({ ...all, licence: 'closed' })), 'planFileBad'],
  ['bytes that belong to nothing', () => again(all => all, 'abc'), 'planFileBad'],
  ['cut in the middle', () => whole.subarray(0, whole.length - 2), 'planFileBad'],
  ['nothing but its first word', () => Buffer.from('LXPLAN'), 'planFileBad'],
  ['a later format', () => again(all => ({ ...all, format: 6 })), 'planFileNewer'],
])('refused: %s', (_, made, key) => {
  expect(() => readPackage(made())).toThrow(expect.objectContaining({ key }));
});
