import { join } from 'node:path';
import { filesOf, libraryOf, type OfflineTts, SherpaRefused } from './sherpa-folder.ts';

/**
 * sherpa-onnx speaks (k2-fsa.github.io/sherpa/onnx/tts; nodejs-addon-examples/test_tts_non_streaming_*.js) by a model in the
 * folder `voice` of the operator's folder, as its vendor packs it: VITS (a model and its lexicon), Matcha (a model and a
 * vocoder) or Kokoro (a model and `voices.bin`), each with `tokens.txt`; its rules of figures (`*.fst`) are taken where they lie.
 */
const PART = 'voice';

const modelsIn = (files: readonly string[]): { readonly model: string; readonly vocoder: string | undefined } => {
  const onnx = files.filter(file => file.endsWith('.onnx'));
  const vocoder = onnx.find(file => /^(vocos|hifigan)/.test(file));
  // The full model before its small one: a voice is made once and heard often.
  const model = onnx
    .filter(file => file !== vocoder)
    .sort((a, b) => Number(/int8/.test(a)) - Number(/int8/.test(b)))[0];
  if (model === undefined || !files.includes('tokens.txt'))
    throw new SherpaRefused('folder', 'no tokens.txt and *.onnx of a voice');
  return { model, vocoder };
};

/** The model's configuration, from the files that lie there. @throws {SherpaRefused} */
const configOf = (folder: string) => {
  const files = filesOf(folder);
  const { model, vocoder } = modelsIn(files);
  const at = (file: string) => join(folder, file);
  const all = (fits: RegExp) =>
    files
      .filter(file => fits.test(file))
      .map(at)
      .join(',');
  const beside = {
    tokens: at('tokens.txt'),
    lexicon: all(/^lexicon.*\.txt$/),
    ...(files.includes('dict') && { dictDir: at('dict') }),
    ...(files.includes('espeak-ng-data') && { dataDir: at('espeak-ng-data') }),
  };
  const kind = files.includes('voices.bin')
    ? { kokoro: { model: at(model), voices: at('voices.bin'), ...beside } }
    : vocoder === undefined
      ? { vits: { model: at(model), ...beside } }
      : { matcha: { acousticModel: at(model), vocoder: at(vocoder), ...beside } };
  return {
    model: { ...kind, numThreads: 1, provider: 'cpu', debug: 0 },
    maxNumSentences: 1,
    ruleFsts: all(/\.fst$/),
  };
};

/** Loads voice and library; takes seconds and some hundred MB. @throws {SherpaRefused} */
export const loadSherpaVoice = (folder: string): OfflineTts => {
  const part = join(folder, PART);
  const config = configOf(part);
  const library = libraryOf(part);
  try {
    return new library.OfflineTts(config);
  } catch (error) {
    throw new SherpaRefused('folder', String(error).slice(0, 200));
  }
};
