import { parentPort, workerData } from 'node:worker_threads';
import { loadSherpa, type OnlineRecognizer, type OnlineStream, SherpaRefused } from './sherpa-folder.ts';
import type { FromThread, ToThread } from './sherpa-messages.ts';

/** The thread that computes: a model's step takes milliseconds, and nobody's sound may wait for it. */
const tell = (message: FromThread): void => parentPort?.postMessage(message);

const serve = (recogniser: OnlineRecognizer): void => {
  const streams = new Map<number, { readonly stream: OnlineStream; text: string }>();

  const hear = (id: number, samples: Float32Array): void => {
    const open = streams.get(id);
    if (open === undefined) return;
    open.stream.acceptWaveform({ sampleRate: 16_000, samples });
    while (recogniser.isReady(open.stream)) recogniser.decode(open.stream);
    const { text } = recogniser.getResult(open.stream);
    if (recogniser.isEndpoint(open.stream)) {
      recogniser.reset(open.stream);
      open.text = '';
      if (text !== '') tell({ type: 'sentence', stream: id, text });
    } else if (text !== '' && text !== open.text) {
      open.text = text;
      tell({ type: 'words', stream: id, text });
    }
    tell({ type: 'taken', stream: id });
  };

  parentPort?.on('message', (message: ToThread) => {
    if (message.type === 'open') streams.set(message.stream, { stream: recogniser.createStream(), text: '' });
    else if (message.type === 'close') streams.delete(message.stream);
    else hear(message.stream, message.samples);
  });
  tell({ type: 'loaded' });
};

try {
  serve(loadSherpa((workerData as { folder: string }).folder));
} catch (error) {
  tell({ type: 'refused', because: error instanceof SherpaRefused ? error.because : 'library' });
}
