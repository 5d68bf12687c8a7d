import {
  closedFaults,
  type FileLicence,
  type GuideQuestion,
  type Plan,
  sealPlan,
  withMeaningsOfBefore,
} from '@lianxian/core';
import { sealedTest } from '@lianxian/core/simulation';
import { refuse } from '../../platform/http/index.ts';
import { ofJsonBytes } from '../../platform/json-bytes.ts';
import { type Fill, readFillsOf } from '../customer-fills/index.ts';
import { type KeptGraph, keptGraph, keptJson, keptOf } from '../plans/index.ts';
import { readGuide } from '../research/index.ts';
import { type PortableTest, readTests } from '../talks/index.ts';
import { type ReadVoice, readVoices } from '../voices/index.ts';
import { type PackageAbout, readAbout } from './about.ts';
import { readOlderFile, type VoiceInFile } from './older-files.ts';
import { isPackage, readPackage } from './plan-file.ts';

/** A plan file, looked through: all of it can be kept as it is. */
export interface UnpackedPlan {
  readonly kept: KeptGraph;
  readonly tests: readonly PortableTest[];
  readonly voices: readonly ReadVoice[];
  readonly guide: readonly GuideQuestion[];
  readonly fills: readonly Fill[];
  readonly about: PackageAbout;
  readonly licence: FileLicence;
  /** The number of the merchant who alone may take it; empty: anybody. */
  readonly only: string;
  /** Public key of who signed it; null: nobody did. */
  readonly signedBy: string | null;
}

/** `closed`: what comes of it is a closed plan (decision 131). */
export interface UnpackWork {
  readonly bytes: Uint8Array;
  readonly closed: boolean;
}

/** All of a file, or the refusal that says what is wrong with it. Heavy: some seconds of one made for it. */
export const lookThrough = ({ bytes, closed }: UnpackWork): UnpackedPlan => {
  const read = isPackage(bytes) ? ofPackage(bytes) : ofOlder(bytes);
  return closed ? sealed(read) : read;
};

const ofPackage = (bytes: Uint8Array): UnpackedPlan => {
  const { graph, tests, guide, fills, about, voices, ...terms } = readPackage(bytes);
  return {
    ...terms,
    kept: keptJson(graph),
    tests: readTests(tests),
    voices: voicesOf(voices),
    guide: readGuide(guide),
    fills: readFillsOf(fills),
    about: readAbout(about),
  };
};

const ofOlder = (bytes: Uint8Array): UnpackedPlan => {
  const { plan, namesMeanings, tests, voices } = readOlderFile(bytes);
  const kept = keptGraph(plan);
  return {
    kept: namesMeanings ? kept : keptOf(withMeaningsOfBefore(ofJsonBytes<Plan>(kept.json))),
    tests: readTests(tests),
    voices: voicesOf(voices),
    guide: [],
    fills: [],
    about: readAbout({}),
    ...{ licence: 'open', only: '', signedBy: null },
  };
};

const voicesOf = (voices: readonly VoiceInFile[]): readonly ReadVoice[] =>
  readVoices(voices.map(({ about, ...sound }) => ({ ...objectOf(about), ...sound })));

const objectOf = (about: unknown): object => (typeof about === 'object' && about !== null ? about : {});

/** Where it lies in its graph is the author's word as well. */
const sealed = (read: UnpackedPlan): UnpackedPlan => {
  const plan = ofJsonBytes<Plan>(read.kept.json);
  const [unseen] = closedFaults(plan);
  if (unseen !== undefined) throw refuse('planNotClosable', { node: unseen });
  const all = sealPlan(plan);
  return {
    ...read,
    kept: keptOf(all.plan),
    tests: read.tests.map(({ test }, index) => ({
      name: `测试 ${index + 1}`,
      test: sealedTest(all, test) as typeof test,
    })),
    voices: read.voices.map(voice => ({ ...voice, place: '' })),
  };
};
