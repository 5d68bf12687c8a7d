/** The thread in which the built-in intents are held against what a plan's owners say of themselves: half a second of a large one. */
import { topicsTaken } from '@lianxian/core';
import { serveBench } from '../../platform/bench-thread.ts';

serveBench<Parameters<typeof topicsTaken>[0]>(topicsTaken);
