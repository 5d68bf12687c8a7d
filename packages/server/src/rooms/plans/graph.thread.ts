/** The thread in which a large graph that somebody sent is looked through: a tenth of a second of the largest. */
import { serveBench } from '../../platform/bench-thread.ts';
import { type CheckedGraph, checkedJson, checkedPacked } from './graph-check.ts';

/** As JSON, or packed as it came. */
export type GraphWork = { readonly json: Uint8Array } | { readonly packed: string };

serveBench<GraphWork>((work): CheckedGraph => ('json' in work ? checkedJson(work.json) : checkedPacked(work.packed)));
