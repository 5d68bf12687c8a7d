/** The thread in which a large graph that somebody sent is looked through: a tenth of a second of the largest. */
import { serveBench } from '../../platform/bench-thread.ts';
import { type CheckedGraph, checkedPacked, checkedText } from './graph-check.ts';

/** As JSON, or packed as it came. */
export type GraphWork = { readonly text: string } | { readonly packed: string };

serveBench<GraphWork>((work): CheckedGraph => ('text' in work ? checkedText(work.text) : checkedPacked(work.packed)));
