/** The thread in which a plan is held against the built-in meanings, to say which it may want: half a second of a large one. */
import { proposedMeanings } from '@lianxian/core';
import { serveBench } from '../../platform/bench-thread.ts';

serveBench<Parameters<typeof proposedMeanings>[0]>(proposedMeanings);
