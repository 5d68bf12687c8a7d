/** The thread in which a plan file that somebody sent is read: what a header of its bytes costs is not ours to say. */
import { serveBench } from '../../platform/bench-thread.ts';
import { lookThrough, type UnpackWork } from './look-through.ts';

serveBench<UnpackWork>(lookThrough);
