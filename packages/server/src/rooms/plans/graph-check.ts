import { gunzipSync } from 'node:zlib';
import { draftGraphOf, planGraph, planLimits } from '@lianxian/contract';
import { houseVoice, type Plan, planOfAnyRelease, saidKeys } from '@lianxian/core';
import { jsonBytes, ofJsonBytes } from '../../platform/json-bytes.ts';

/** A draft as its row keeps it: its JSON, and what lists ask of it, so that they need not read that. */
export interface KeptGraph {
  readonly name: string;
  /** As bytes: between a thread, the loop that answers and the database it is only passed on. */
  readonly json: Uint8Array;
  readonly nodes: number;
  /** Names of the texts it says from recordings. */
  readonly said: readonly string[];
  /** The voice service it speaks by; null: it names none. */
  readonly service: string | null;
}

export const countNodes = (graph: Plan): number => graph.flows.reduce((sum, { nodes }) => sum + nodes.length, 0);

export const keptOf = (plan: Plan): KeptGraph => {
  const graph = draftGraphOf(plan);
  const service = graph.defaults.voice?.by?.service ?? houseVoice;
  return {
    name: graph.name.trim(),
    json: jsonBytes(graph),
    nodes: countNodes(graph),
    said: saidKeys(graph),
    service: service === houseVoice ? null : service,
  };
};

/** What came as the graph of a plan, looked through; plain data, for a thread may have done it. */
export type CheckedGraph =
  | { readonly is: 'draft'; readonly kept: KeptGraph }
  | { readonly is: 'tooLarge' }
  /** Where it is not well-shaped, as a way into it: `flows.0.nodes.3.routers`. Never the text itself. */
  | { readonly is: 'broken'; readonly where: string };

const WHERE_CHARS = 120;
/** PostgreSQL stores neither NUL nor half a character. */
const UNSTORABLE = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Whether a text, or any text in a value, is none that the database keeps. */
export const hasUnstorable = (value: unknown): boolean => {
  if (typeof value === 'string') return UNSTORABLE.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, one]) => UNSTORABLE.test(key) || hasUnstorable(one));
};

/** Any value as the draft of a plan, of an earlier release too; what has grown beyond its bound, node by node or lesson by lesson, is too large like a whole one. */
export const checkedGraph = (value: unknown): CheckedGraph => {
  const parsed = planGraph.safeParse(planOfAnyRelease(value));
  if (parsed.success) {
    if (hasUnstorable(parsed.data)) return { is: 'broken', where: '\\0' };
    const kept = keptOf(parsed.data);
    return kept.json.length > planLimits.graphBytes ? { is: 'tooLarge' } : { is: 'draft', kept };
  }
  const [issue] = parsed.error.issues;
  const path = issue?.path.join('.') ?? '';
  if (issue?.code === 'too_big' && (path === '' || /^flows\.\d+\.nodes$/.test(path))) return { is: 'tooLarge' };
  return { is: 'broken', where: path === '' ? 'JSON' : path.slice(0, WHERE_CHARS) };
};

/** A graph as JSON. */
export const checkedJson = (json: Uint8Array): CheckedGraph => {
  try {
    return checkedGraph(ofJsonBytes(json));
  } catch (error) {
    if (error instanceof SyntaxError) return { is: 'broken', where: 'JSON' };
    throw error;
  }
};

/** A graph as the wire has it (JSON, gzip, base64url), unpacked no further than its bound. */
export const checkedPacked = (packed: string): CheckedGraph => {
  let json: Buffer;
  try {
    json = gunzipSync(Buffer.from(packed, 'base64url'), { maxOutputLength: planLimits.graphBytes });
  } catch (error) {
    const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    return isLarge ? { is: 'tooLarge' } : { is: 'broken', where: 'gzip' };
  }
  return checkedJson(json);
};
