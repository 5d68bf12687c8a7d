import { hash } from 'node:crypto';
import { type FileLicence, fileLicences } from '@lianxian/core';
import { z } from 'zod';
import { refuse } from '../../platform/http/index.ts';
import { keepable, type VoiceInFile } from './older-files.ts';
import { isKeyText, isSignedBy, type Signer, signed } from './signing.ts';

/**
 * A plan as one file (`.plan`), as of format 5 a package (decision 132):
 *
 *   "LXPLAN" | length of the manifest, 4 bytes, big-endian | manifest, JSON | length of the signature, 1 byte | signature |
 *   the parts, one after the other
 *
 * The manifest names every part, how long it is and its SHA-256, the licence, and who signed; the signature is Ed25519 over
 * the manifest's bytes. Nothing in it is packed: A-law hardly gets smaller, what is not unpacked is no bomb, and a package
 * costs little more than its hashing. Names of parts are names, never paths, and no file is made by them.
 */
export interface PackageFile {
  readonly licence: FileLicence;
  /** The number of the merchant who alone may take it; empty: anybody. */
  readonly only: string;
  /** Key of who signed; null: nobody did. */
  readonly signedBy: string | null;
  /** The graph as JSON, word by word. */
  readonly graph: Uint8Array;
  readonly tests: unknown;
  readonly guide: unknown;
  readonly fills: unknown;
  readonly about: unknown;
  readonly voices: readonly VoiceInFile[];
}

const MAGIC = Buffer.from('LXPLAN', 'latin1');
const FORMAT = 5;
const LENGTH_BYTES = 4;
const MEGABYTE = 1_048_576;
const MANIFEST_BYTES = 8 * MEGABYTE;
const JSON_BYTES = 16 * MEGABYTE;
const MOST_VOICES = 20_000;
const MOST_PARTS = MOST_VOICES + 10;

const jsonParts = ['graph.json', 'tests.json', 'guide.json', 'fills.json', 'about.json', 'voices.json'] as const;
type JsonPart = (typeof jsonParts)[number];
const soundPart = (index: number): string => `voices/${index + 1}.alaw`;
const isPartName = (name: string): boolean =>
  jsonParts.some(part => part === name) || /^voices\/[1-9]\d{0,4}\.alaw$/.test(name);
/** A way out of where it lies: up, from a root, of another system, or with what ends names early. */
const CLIMBS = /(^|[\\/])\.\.?([\\/]|$)|^[\\/~]|^[a-z]:|\\|\0|\/\//i;

const manifestShape = z.object({
  format: z.number(),
  licence: z.enum(fileLicences),
  only: z.string().regex(/^\d{0,20}$/),
  key: z.string().nullable(),
  parts: z
    .array(
      z.object({
        name: z.string().max(200),
        bytes: z.number().int().min(0),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .max(MOST_PARTS),
});
type Manifest = z.infer<typeof manifestShape>;

const sha256 = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex');
const lengthOf = (bytes: Uint8Array): Buffer => {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(bytes.length);
  return length;
};

/** Hashed without a pause; some ms. */
const AT_ONCE_BYTES = 8 * MEGABYTE;

interface PartEntry {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** `signer` null: nobody signs. `breath` lets others have the processor: a package may have some ten MB. */
export const writePlanFile = async (
  { licence, only, graph, tests, guide, fills, about, voices }: Omit<PackageFile, 'signedBy'>,
  signer: Signer | null,
  breath: () => Promise<unknown>,
): Promise<Buffer> => {
  const json = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
  const parts: readonly (readonly [name: string, bytes: Uint8Array])[] = [
    ['graph.json', graph],
    ['tests.json', json(tests)],
    ['guide.json', json(guide)],
    ['fills.json', json(fills)],
    ['about.json', json(about)],
    ['voices.json', json(voices.map(voice => voice.about))],
    ...voices.map(({ sound }, index) => [soundPart(index), sound] as const),
  ];
  const entries: PartEntry[] = [];
  let unrested = 0;
  for (const [name, bytes] of parts) {
    entries.push({ name, bytes: bytes.length, sha256: sha256(bytes) });
    unrested += bytes.length;
    if (unrested < AT_ONCE_BYTES) continue;
    unrested = 0;
    await breath();
  }
  const manifest = Buffer.from(
    JSON.stringify({
      format: FORMAT,
      licence,
      only,
      key: signer?.publicKey ?? null,
      parts: entries,
    } satisfies Manifest),
  );
  const signature = signer === null ? Buffer.alloc(0) : signed(manifest, signer);
  const head = [MAGIC, lengthOf(manifest), manifest, Buffer.of(signature.length), signature];
  return Buffer.concat([...head, ...parts.map(([, bytes]) => bytes)]);
};

const bad = () => refuse('planFileBad');

/** Of a package; what earlier releases wrote is packed as a whole. */
export const isPackage = (bytes: Uint8Array): boolean => MAGIC.equals(bytes.subarray(0, MAGIC.length));

const parsed = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(), keepable);
  } catch {
    throw bad();
  }
};

/** The manifest, and where the parts begin; its signature fits, or it has none. */
const manifestOf = (bytes: Uint8Array): { readonly manifest: Manifest; readonly end: number } => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const from = MAGIC.length + LENGTH_BYTES;
  if (!isPackage(bytes) || bytes.length <= from) throw bad();
  const end = from + view.getUint32(MAGIC.length);
  if (end - from > MANIFEST_BYTES || end >= bytes.length) throw bad();
  const written = bytes.subarray(from, end);
  const value = parsed(written);
  const format = (value as { readonly format?: unknown } | null)?.format;
  if (typeof format === 'number' && format > FORMAT) throw refuse('planFileNewer');
  refuseClimbing(value);
  const { success, data: manifest } = manifestShape.safeParse(value);
  if (!success) throw bad();
  const signature = bytes.subarray(end + 1, end + 1 + view.getUint8(end));
  const isUnsigned = manifest.key === null && signature.length === 0;
  if (!isUnsigned && !(isKeyText(manifest.key) && isSignedBy(written, signature, manifest.key)))
    throw refuse('planFileSignature');
  return { manifest, end: end + 1 + signature.length };
};

/** Said by itself, whatever else is wrong: who wrote such a name meant harm. */
const refuseClimbing = (value: unknown): void => {
  const { parts } = (value ?? {}) as { readonly parts?: unknown };
  for (const part of Array.isArray(parts) ? parts : []) {
    const name: unknown = (part as { readonly name?: unknown } | null)?.name;
    if (typeof name === 'string' && CLIMBS.test(name)) throw refuse('planFilePath', { name: name.slice(0, 60) });
  }
};

/** Every part as its hash says, each name once; together they are all that follows the manifest. */
const partsOf = (
  bytes: Uint8Array,
  { manifest, end }: ReturnType<typeof manifestOf>,
): ReadonlyMap<string, { readonly bytes: Uint8Array; readonly sha256: string }> => {
  const parts = new Map<string, { bytes: Uint8Array; sha256: string }>();
  let at = end;
  for (const { name, bytes: length, sha256: said } of manifest.parts) {
    if (!isPartName(name) || parts.has(name) || at + length > bytes.length) throw bad();
    const part = bytes.subarray(at, at + length);
    at += length;
    if (sha256(part) !== said) throw refuse('planFileChanged', { name });
    parts.set(name, { bytes: part, sha256: said });
  }
  if (at !== bytes.length) throw bad();
  return parts;
};

/**
 * Refuses what is no package, what was damaged or changed, what another signed than it says, and what a later release wrote.
 * What the parts hold is checked by the rooms whose they are.
 */
export const readPackage = (bytes: Uint8Array): PackageFile => {
  const head = manifestOf(bytes);
  const parts = partsOf(bytes, head);
  const part = (name: JsonPart): Uint8Array => {
    const found = parts.get(name)?.bytes;
    if (found === undefined || found.length > JSON_BYTES) throw bad();
    return found;
  };
  const listed = parsed(part('voices.json'));
  if (!Array.isArray(listed) || listed.length !== parts.size - jsonParts.length) throw bad();
  const { licence, only, key } = head.manifest;
  return {
    licence,
    only,
    signedBy: key,
    graph: part('graph.json'),
    tests: parsed(part('tests.json')),
    guide: parsed(part('guide.json')),
    fills: parsed(part('fills.json')),
    about: parsed(part('about.json')),
    voices: listed.map((about: unknown, index) => {
      const sound = parts.get(soundPart(index));
      if (sound === undefined) throw bad();
      return { about, sound: sound.bytes, sha256: sound.sha256 };
    }),
  };
};
