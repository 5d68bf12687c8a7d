import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { planLimits } from '@lianxian/contract';
import type { Plan } from '@lianxian/core';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { GraphWork } from './graph.thread.ts';
import { type CheckedGraph, checkedGraph, checkedJson, type KeptGraph } from './graph-check.ts';

const inflate = promisify(gunzip);
const deflate = promisify(gzip);
const MEGABYTE = 1_048_576;
/** Looked through in a few ms; a larger graph is a thread's work, or one who saves would keep all pages waiting. */
const AT_ONCE_BYTES = 131_072;
const program = new URL('./graph.thread.ts', import.meta.url);

const tooLarge = () => refuse('graphTooLarge', { nodes: planLimits.nodes, limit: planLimits.graphBytes / MEGABYTE });
const broken = (where: string) => refuse('graphBroken', { where });

const keptOrRefusal = (checked: CheckedGraph): KeptGraph => {
  if (checked.is === 'draft') return checked.kept;
  throw checked.is === 'tooLarge' ? tooLarge() : broken(checked.where);
};

/** A value that may be the graph of a plan, on a thread that has it in hand. @throws graphBroken @throws graphTooLarge */
export const keptGraph = (value: unknown): KeptGraph => keptOrRefusal(checkedGraph(value));

/** JSON that may be one, the same way. @throws graphBroken @throws graphTooLarge */
export const keptJson = (json: Uint8Array): KeptGraph => keptOrRefusal(checkedJson(json));

type WithBench = Pick<SignedInContext, 'bench'>;

const checkOnBench = async ({ bench }: WithBench, work: GraphWork): Promise<KeptGraph> =>
  keptOrRefusal(await bench.run<CheckedGraph>(program, work));

/** JSON of any size as the draft of a plan; refused with the place where it is not well-shaped, or as too large. */
export const checkJson = async (context: WithBench, json: Uint8Array): Promise<KeptGraph> =>
  json.length <= AT_ONCE_BYTES ? keptOrRefusal(checkedJson(json)) : checkOnBench(context, { json });

/** Null: larger than what is looked through at once. */
const inflateSmall = async (packed: string): Promise<Buffer | null> => {
  try {
    return await inflate(Buffer.from(packed, 'base64url'), { maxOutputLength: AT_ONCE_BYTES });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return null;
    throw broken('gzip');
  }
};

/**
 * Does something with a packed graph of the wire (JSON, gzip, base64url), unpacked no further than its bound. A large one is
 * unpacked where it is looked through (the strings of some MB alone made the pages' process stop and collect), and what is
 * done with it is of the merchant's turn: kept while a talk reads another, it was felt by all others.
 */
export const withGraph = async <T>(
  context: WithBench,
  packed: string,
  work: (kept: KeptGraph) => Promise<T>,
): Promise<T> => {
  const json = await inflateSmall(packed);
  if (json !== null) return work(keptOrRefusal(checkedJson(json)));
  return context.bench.inTurn(async () => work(await checkOnBench(context, { packed })));
};

/** The other way, for tests and benches; browsers pack by `packGraph`. */
export const packGraph = async (graph: Plan): Promise<string> =>
  (await deflate(JSON.stringify(graph))).toString('base64url');
