import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { draftGraphOf, planGraph, planLimits } from '@lianxian/contract';
import type { Plan } from '@lianxian/core';
import { refuse } from '../../platform/http/index.ts';

const inflate = promisify(gunzip);
const deflate = promisify(gzip);
const MEGABYTE = 1_048_576;
/** PostgreSQL stores neither NUL nor half a character. */
const UNSTORABLE = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

const tooLarge = () => refuse('graphTooLarge', { nodes: planLimits.nodes, limit: planLimits.graphBytes / MEGABYTE });
const broken = (where: string) => refuse('graphBroken', { where });

/** Where a graph is not well-shaped, as a way into it: `flows.0.nodes.3.routers`. Never the text itself. */
const WHERE_CHARS = 120;

/** Whether a text, or any text in a value, is none that the database keeps. */
export const hasUnstorable = (value: unknown): boolean => {
  if (typeof value === 'string') return UNSTORABLE.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, one]) => UNSTORABLE.test(key) || hasUnstorable(one));
};

/** Any value as the draft of a plan; refused with the place where it is not well-shaped, or as too large. */
export const checkGraph = (value: unknown): Plan => {
  const parsed = planGraph.safeParse(value);
  if (parsed.success) {
    if (hasUnstorable(parsed.data)) throw broken('\\0');
    return draftGraphOf(parsed.data);
  }
  const [issue] = parsed.error.issues;
  const path = issue?.path.join('.') ?? '';
  if (issue?.code === 'too_big' && (path === '' || /^flows\.\d+\.nodes$/.test(path))) throw tooLarge();
  throw broken(path === '' ? 'JSON' : path.slice(0, WHERE_CHARS));
};

/** A graph as it is kept: what has grown beyond its bound, node by node or lesson by lesson, is refused like a whole one. */
export const writtenGraph = (graph: Plan): string => {
  const text = JSON.stringify(graph);
  if (Buffer.byteLength(text) > planLimits.graphBytes) throw tooLarge();
  return text;
};

/** A packed graph of the wire (JSON, gzip, base64url), unpacked no further than its bound. */
export const unpackGraph = async (packed: string): Promise<Plan> => {
  let text: Buffer;
  try {
    text = await inflate(Buffer.from(packed, 'base64url'), { maxOutputLength: planLimits.graphBytes });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : broken('gzip');
  }
  return checkGraph(readJson(text.toString('utf8')));
};

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw broken('JSON');
  }
};

/** The other way, for tests and benches; browsers pack by `packGraph`. */
export const packGraph = async (graph: Plan): Promise<string> =>
  (await deflate(JSON.stringify(graph))).toString('base64url');
