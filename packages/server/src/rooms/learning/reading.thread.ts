/** The thread in which sentences of some days are read anew by a draft (`reader.ts`). */
import { serveBench } from '../../platform/bench-thread.ts';
import { type Reading, readAll } from './reader.ts';

serveBench<Reading>(readAll);
