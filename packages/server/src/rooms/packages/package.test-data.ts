import { gzipSync } from 'node:zlib';
import type { VoiceInFile } from './older-files.ts';
import { type PackageFile, writePlanFile } from './plan-file.ts';
import type { Signer } from './signing.ts';

interface Given extends Partial<Omit<PackageFile, 'graph' | 'signedBy'>> {
  readonly plan: unknown;
}

/** A package as somebody may have written it; nobody signs it unless told. */
export const packageOf = ({ plan, ...given }: Given, signer: Signer | null = null): Promise<Buffer> =>
  writePlanFile(
    {
      ...{ licence: 'open', only: '', tests: [], guide: [], fills: [], about: {}, voices: [] },
      ...given,
      graph: Buffer.from(JSON.stringify(plan)),
    },
    signer,
    async () => undefined,
  );

/** A file of formats 1 to 4. */
export const olderFile = (
  header: string,
  after: Uint8Array | string = '',
  length = Buffer.byteLength(header),
): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  return gzipSync(Buffer.concat([Buffer.from('LXPLAN'), bytes, Buffer.from(header), Buffer.from(after)]));
};

export const olderHeader = (format: number, plan: unknown, voices: readonly VoiceInFile[] = []): string =>
  JSON.stringify({
    format,
    plan,
    tests: [],
    voices: voices.map(({ about, sound }) => ({ about, bytes: sound.length })),
  });
