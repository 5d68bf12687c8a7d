/** The thread in which a plan file that somebody sent is read: what a header of its bytes costs is not ours to say. */
import { type Plan, withMeaningsOfBefore } from '@lianxian/core';
import { serveBench } from '../../platform/bench-thread.ts';
import { ofJsonBytes } from '../../platform/json-bytes.ts';
import { type KeptGraph, keptGraph, keptOf } from '../plans/index.ts';
import { type PortableTest, readTests } from '../talks/index.ts';
import { type ReadVoice, readVoices } from '../voices/index.ts';
import { readPlanFile } from './plan-file.ts';

/** A plan file, looked through: all of it can be kept as it is. */
export interface ReadPlan {
  readonly kept: KeptGraph;
  readonly tests: readonly PortableTest[];
  readonly voices: readonly ReadVoice[];
}

serveBench<Uint8Array>((bytes): ReadPlan => {
  const { plan, namesMeanings, tests, voices } = readPlanFile(bytes);
  const kept = keptGraph(plan);
  return {
    kept: namesMeanings ? kept : keptOf(withMeaningsOfBefore(ofJsonBytes<Plan>(kept.json))),
    tests: readTests(tests),
    voices: readVoices(voices.map(({ about, sound }) => ({ ...objectOf(about), sound }))),
  };
});

const objectOf = (about: unknown): object => (typeof about === 'object' && about !== null ? about : {});
