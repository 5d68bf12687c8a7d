import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A folder as an operator gives it, with a library of the same face as `sherpa-onnx-node` (k2-fsa.github.io/sherpa/onnx,
 * nodejs-addon-examples/test_asr_streaming_transducer_microphone.js: OnlineRecognizer, createStream, acceptWaveform,
 * isReady, decode, getResult, isEndpoint, reset; …/test_tts_non_streaming_vits_zh_ll.js: OfflineTts, generate). It understands a
 * script and speaks a tone; the real library and its models were not tried.
 */
const library = (sentences: readonly string[]) => `
const sentences = ${JSON.stringify(sentences)};
class OnlineStream {
  next = 0; voiceMs = 0; silentMs = 0; fresh = [];
  acceptWaveform({ sampleRate, samples }) {
    if (!(samples instanceof Float32Array)) throw new TypeError('samples');
    this.fresh.push({ ms: (samples.length / sampleRate) * 1000, loud: samples.some(s => Math.abs(s) > 0.015) });
  }
}
exports.OnlineRecognizer = class {
  constructor(config) {
    if (!config.modelConfig.tokens) throw new Error('no tokens');
  }
  createStream() { return new OnlineStream(); }
  isReady(stream) { return stream.fresh.length > 0; }
  decode(stream) {
    const { ms, loud } = stream.fresh.shift();
    if (loud) { stream.voiceMs += ms; stream.silentMs = 0; } else stream.silentMs += ms;
  }
  isEndpoint(stream) { return stream.voiceMs > 0 && stream.silentMs >= 600; }
  reset(stream) { stream.voiceMs = 0; stream.silentMs = 0; stream.next += 1; }
  getResult(stream) {
    const text = sentences[stream.next] ?? '';
    if (stream.voiceMs === 0) return { text: '' };
    return { text: this.isEndpoint(stream) ? text : text.slice(0, Math.floor(stream.voiceMs / 100)) };
  }
};
exports.OfflineTts = class {
  constructor(config) {
    if (!config.model.vits?.tokens || !config.model.vits.lexicon) throw new Error('no model');
    if (!config.ruleFsts.endsWith('number.fst')) throw new Error('no rules');
  }
  generate({ text, sid, speed }) {
    if (text === '坏') throw new Error('broken');
    if (text === '空') return { samples: new Float32Array(0), sampleRate: 16000 };
    const samples = Float32Array.from({ length: 16000 / speed }, (_, n) => 0.3 * Math.sin(n / (4 + sid)));
    return { samples, sampleRate: 16000 };
  }
};
`;

export const makeSherpaFolder = async (
  sentences: readonly string[],
  parts: { readonly model?: boolean; readonly voice?: boolean; readonly library?: boolean } = {},
): Promise<{ readonly folder: string; readonly remove: () => Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'lianxian-sherpa-'));
  if (parts.model !== false)
    for (const name of ['tokens.txt', 'encoder.int8.onnx', 'decoder.onnx', 'joiner.onnx'])
      await writeFile(join(folder, name), '');
  if (parts.voice !== false) {
    await mkdir(join(folder, 'voice'));
    for (const name of ['tokens.txt', 'lexicon.txt', 'model.onnx', 'date.fst', 'number.fst'])
      await writeFile(join(folder, 'voice', name), '');
  }
  if (parts.library !== false) {
    const at = join(folder, 'node_modules/sherpa-onnx-node');
    await mkdir(at, { recursive: true });
    await writeFile(join(at, 'index.js'), library(sentences));
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
};
