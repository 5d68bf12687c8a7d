import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { planLimits } from '@lianxian/contract';
import type { Plan } from '@lianxian/core';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { GraphWork } from './graph.thread.ts';
import { type CheckedGraph, checkedGraph, checkedText, type KeptGraph } from './graph-check.ts';

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

type WithBench = Pick<SignedInContext, 'bench'>;

const checkOnBench = async ({ bench }: WithBench, work: GraphWork): Promise<KeptGraph> =>
  keptOrRefusal(await bench<CheckedGraph>(program, work));

/** JSON of any size as the draft of a plan; refused with the place where it is not well-shaped, or as too large. */
export const checkText = async (context: WithBench, text: string): Promise<KeptGraph> =>
  text.length <= AT_ONCE_BYTES ? keptOrRefusal(checkedText(text)) : checkOnBench(context, { text });

/**
 * A packed graph of the wire (JSON, gzip, base64url), unpacked no further than its bound. A large one is unpacked where it
 * is looked through: the strings of some MB alone made the pages' process stop and collect.
 */
export const unpackGraph = async (context: WithBench, packed: string): Promise<KeptGraph> => {
  let text: Buffer;
  try {
    text = await inflate(Buffer.from(packed, 'base64url'), { maxOutputLength: AT_ONCE_BYTES });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw broken('gzip');
    return checkOnBench(context, { packed });
  }
  return keptOrRefusal(checkedText(text.toString('utf8')));
};

/** The other way, for tests and benches; browsers pack by `packGraph`. */
export const packGraph = async (graph: Plan): Promise<string> =>
  (await deflate(JSON.stringify(graph))).toString('base64url');
