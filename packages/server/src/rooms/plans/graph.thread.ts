/** The thread in which a large graph that somebody sent is looked through: a tenth of a second of the largest. */
import { serveBench } from '../../platform/bench-thread.ts';
import { checkedText } from './graph-check.ts';

serveBench<string>(checkedText);
