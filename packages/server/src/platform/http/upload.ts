/**
 * The one kind of request that is no form: a file as `multipart/form-data` (docs/wire.md#requests), fields first. It is
 * streamed to the disk, so its size is nobody's memory; who sends it is known, and may, and has room for it, before the
 * first byte is kept. What is refused, breaks off or grows too large leaves nothing behind. What is left of a refused
 * request is read and let go: a browser sends all of it before it looks at the answer.
 */
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import { decodeForm, type Endpoint, type Fields, limits, type Right, wire } from '@lianxian/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { isDiskFull } from '../disk.ts';
import type { FileStore } from '../files.ts';
import { newFile } from '../new-file.ts';
import { succeeded } from './answer.ts';
import { openContext, type SignedInContext } from './context.ts';
import { admit, answerFailure, type Front } from './front.ts';
import { Refusal, refuse } from './refusal.ts';

/** A file that came whole. Whoever takes it keeps the bytes where they are; a handler that throws loses them. */
interface Upload {
  /** Below the data folder. */
  readonly path: string;
  /** As the sender names it, without folders. */
  readonly name: string;
  readonly bytes: number;
}

interface UploadOptions<Input = never> {
  readonly files: FileStore;
  /** Where the bytes go, below the data folder. */
  readonly pathFor: (context: SignedInContext, extension: string) => string;
  /** Asked before the first byte is kept, of what the fields name: whoever may not is refused there. */
  readonly allows?: (input: Input, context: SignedInContext) => Promise<unknown>;
}

const MEGABYTE = 1_048_576;
/** Boundaries and fields beside the file. */
const AROUND_BYTES = 65_536;
const NAME_CHARS = 200;
/** Between two chunks of what is let go: 64 KiB each, some 13 MB a second. */
const LET_GO_MS = 5;
/** What is kept pauses after so many bytes: some 30 MB a second, as fast as a browser beside the house sends. */
const TAKEN_BYTES = 65_536;
const TAKEN_MS = 2;

const fileName = (name: string): string =>
  name
    .replace(/^.*[\\/]/, '')
    .replace(/\p{Cc}/gu, '')
    .slice(-NAME_CHARS);
const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Fields before the file, then the file; null when there is none. */
const readParts = async (request: FastifyRequest, maxBytes: number) => {
  if (!request.isMultipart()) return { fields: (request.body ?? {}) as Fields, file: null };
  const fields: Record<string, string> = {};
  for await (const part of request.parts({ limits: { fileSize: maxBytes } }) as AsyncIterable<Multipart>) {
    if (part.type === 'file') return { fields, file: part };
    fields[part.fieldname] = String(part.value);
  }
  return { fields, file: null };
};

const checkName = (name: string, extensions: readonly string[]): string => {
  const extension = extensionOf(name);
  if (extensions.includes(extension)) return extension;
  if (extension === 'xls') throw refuse('sheetOld');
  throw refuse('uploadType', { types: extensions.map(one => `.${one}`) });
};

/** At the full speed of a socket nearby whoever uploads one file after the other keeps all pages waiting. */
const unhurried = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let taken = 0;
  for await (const chunk of chunks) {
    yield chunk;
    taken += chunk.length;
    if (taken < TAKEN_BYTES) continue;
    taken = 0;
    await delay(TAKEN_MS);
  }
};

const save = async (
  part: MultipartFile,
  context: SignedInContext,
  { files, pathFor }: Pick<UploadOptions, 'files' | 'pathFor'>,
  { maxBytes, extensions }: NonNullable<Endpoint['upload']>,
): Promise<Upload> => {
  const name = fileName(part.filename);
  const path = pathFor(context, checkName(name, extensions));
  const target = await newFile(await files.placeFor(path));
  try {
    await pipeline(part.file, unhurried, target);
    if (part.file.truncated) throw refuse('uploadTooLarge', { limit: maxBytes / MEGABYTE });
    if (target.bytesWritten === 0) throw refuse('sheetEmpty');
  } catch (error) {
    await files.remove(path);
    throw error;
  }
  return { path, name, bytes: target.bytesWritten };
};

/** Reads what is left of a request, no faster than a browser far away would send it, for the same reason. */
const letGo = (rest: IncomingMessage): void => {
  rest.on('data', () => {
    rest.pause();
    setTimeout(() => rest.resume(), LET_GO_MS);
  });
};

/** What a form that is cut or no form ends with is the sender's doing, unlike what the disk says. */
const asRefusal = (error: unknown): unknown => {
  if (error instanceof Refusal || !(error instanceof Error)) return error;
  const { code = '', statusCode } = error as NodeJS.ErrnoException & { readonly statusCode?: number };
  if (isDiskFull(error)) return refuse('storageLow');
  const isSenders = code === '' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET';
  return isSenders && statusCode === undefined ? refuse('uploadBroken') : error;
};

/** Binds a handler to an endpoint of the contract that takes a file. Expected failures `throw refuse(…)`. */
export const bindUpload = <I extends z.ZodType, O extends z.ZodType, N extends Right>(
  front: Front,
  endpoint: Endpoint<I, O, N>,
  options: UploadOptions<z.output<I>>,
  handler: (upload: Upload, context: SignedInContext, input: z.output<I>) => Promise<z.input<O>>,
): void => {
  const { upload } = endpoint;
  if (upload === undefined) throw new Error(`${endpoint.path} takes no file`);
  /** As much as it says, or as it may be. */
  const bytesOf = (request: FastifyRequest): number =>
    Math.min(Number(request.headers['content-length'] ?? upload.maxBytes), upload.maxBytes);
  const receive = async (request: FastifyRequest, reply: FastifyReply) => {
    const sent = await readParts(request, upload.maxBytes).catch(error => {
      throw asRefusal(error);
    });
    const context = await admit(front, endpoint, sent.fields, openContext(request, reply, front.clock.now()));
    const decoded = decodeForm(endpoint.input, sent.fields);
    if (!decoded.ok) throw refuse('badInput', decoded.bad);
    await options.allows?.(decoded.input, context);
    if (sent.file === null || sent.file.filename === '') throw refuse('uploadMissing');
    if (Number(request.headers['content-length'] ?? 0) > upload.maxBytes + AROUND_BYTES)
      throw refuse('uploadTooLarge', { limit: upload.maxBytes / MEGABYTE });
    const { file } = sent;
    return options.files.spaceFor(context.db, bytesOf(request), async () => {
      const saved = await save(file, context, options, upload).catch(error => {
        throw asRefusal(error);
      });
      try {
        return endpoint.output.parse(await handler(saved, context, decoded.input));
      } catch (error) {
        await options.files.remove(saved.path);
        throw error;
      }
    });
  };
  front.app.route({
    method: 'POST',
    url: `${wire.prefix}${endpoint.path}`,
    bodyLimit: limits.formBytes,
    onRequest: front.slowDown,
    errorHandler: (error, request, reply) => answerFailure(front, error, request, reply),
    handler: async (request, reply) => {
      const answer = await receive(request, reply).finally(() => {
        request.raw.unpipe();
        letGo(request.raw);
      });
      return succeeded(answer);
    },
  });
};
