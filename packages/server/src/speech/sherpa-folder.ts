import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * sherpa-onnx in process (k2-fsa.github.io/sherpa/onnx/javascript-api; package `sherpa-onnx-node`), from a folder of the
 * operator: a streaming model as its vendor packs it (`tokens.txt`, `encoder*.onnx`, `decoder*.onnx`, and `joiner*.onnx`
 * of a transducer), and the library in its `node_modules`. Neither comes with the house.
 */
export interface OnlineRecognizer {
  readonly createStream: () => OnlineStream;
  readonly isReady: (stream: OnlineStream) => boolean;
  readonly decode: (stream: OnlineStream) => void;
  readonly isEndpoint: (stream: OnlineStream) => boolean;
  readonly reset: (stream: OnlineStream) => void;
  readonly getResult: (stream: OnlineStream) => { readonly text: string };
}
export interface OnlineStream {
  readonly acceptWaveform: (sound: { readonly sampleRate: number; readonly samples: Float32Array }) => void;
}

export interface OfflineTts {
  readonly generate: (asked: {
    readonly text: string;
    /** Of the model's speakers. */
    readonly sid: number;
    readonly speed: number;
    /** False: the samples are a copy, which may go to another thread. */
    readonly enableExternalBuffer: false;
  }) => { readonly samples: Float32Array; readonly sampleRate: number };
}

export class SherpaRefused extends Error {
  override readonly name = 'SherpaRefused';
  readonly because: 'folder' | 'library';
  constructor(because: 'folder' | 'library', detail: string) {
    super(detail);
    this.because = because;
  }
}

/** The small (int8) model of a pair: a telephone's sound gains nothing by the big one. */
const pick = (files: readonly string[], part: string): string | undefined => {
  const fitting = files.filter(file => file.startsWith(part) && file.endsWith('.onnx'));
  return fitting.find(file => file.includes('int8')) ?? fitting[0];
};

/** @throws {SherpaRefused} */
export const filesOf = (folder: string): string[] => {
  try {
    return readdirSync(folder).sort();
  } catch {
    throw new SherpaRefused('folder', 'the folder cannot be read');
  }
};

/** The model's configuration, from the files that lie there. @throws {SherpaRefused} */
const modelIn = (folder: string) => {
  const files = filesOf(folder);
  const [encoder, decoder, joiner] = ['encoder', 'decoder', 'joiner'].map(part => pick(files, part));
  if (!encoder || !decoder || !files.includes('tokens.txt'))
    throw new SherpaRefused('folder', 'no tokens.txt, encoder*.onnx and decoder*.onnx of a streaming model');
  const at = (file: string) => join(folder, file);
  const model = joiner
    ? { transducer: { encoder: at(encoder), decoder: at(decoder), joiner: at(joiner) } }
    : { paraformer: { encoder: at(encoder), decoder: at(decoder) } };
  return {
    featConfig: { sampleRate: 16_000, featureDim: 80 },
    modelConfig: { ...model, tokens: at('tokens.txt'), numThreads: 1, provider: 'cpu', debug: 0 },
    decodingMethod: 'greedy_search',
    enableEndpoint: true,
    // Seconds of silence: before any word, after some, and the longest sentence.
    rule1MinTrailingSilence: 2.4,
    rule2MinTrailingSilence: 0.7,
    rule3MinUtteranceLength: 20,
  };
};

/** What of the library is used here. */
interface Library {
  readonly OnlineRecognizer: new (config: object) => OnlineRecognizer;
  readonly OfflineTts: new (config: object) => OfflineTts;
}

/** The library in the folder, or in one above it. @throws {SherpaRefused} */
export const libraryOf = (folder: string): Library => {
  try {
    return createRequire(join(folder, 'model'))('sherpa-onnx-node');
  } catch {
    throw new SherpaRefused('library', 'sherpa-onnx-node cannot be loaded from the folder');
  }
};

/** Loads model and library; takes seconds and some hundred MB. @throws {SherpaRefused} */
export const loadSherpa = (folder: string): OnlineRecognizer => {
  const model = modelIn(folder);
  const library = libraryOf(folder);
  try {
    return new library.OnlineRecognizer(model);
  } catch (error) {
    throw new SherpaRefused('folder', String(error).slice(0, 200));
  }
};
