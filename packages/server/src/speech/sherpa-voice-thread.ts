import { parentPort, workerData } from 'node:worker_threads';
import { type OfflineTts, SherpaRefused } from './sherpa-folder.ts';
import type { FromVoiceThread, ToVoiceThread } from './sherpa-messages.ts';
import { loadSherpaVoice } from './sherpa-voice-folder.ts';

/** The thread that speaks, one sentence after another: each takes it for as long as it computes. */
const tell = (message: FromVoiceThread, moved: readonly ArrayBuffer[] = []): void =>
  parentPort?.postMessage(message, [...moved]);

const serve = (voice: OfflineTts): void => {
  parentPort?.on('message', ({ id, text, sid, speed }: ToVoiceThread) => {
    try {
      const { samples, sampleRate } = voice.generate({ text, sid, speed, enableExternalBuffer: false });
      const sound = Int16Array.from(samples, sample => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767));
      tell({ type: 'spoken', id, samples: sound, sampleRate }, [sound.buffer]);
    } catch {
      tell({ type: 'failed', id });
    }
  });
  tell({ type: 'loaded' });
};

try {
  serve(loadSherpaVoice((workerData as { folder: string }).folder));
} catch (error) {
  tell({ type: 'refused', because: error instanceof SherpaRefused ? error.because : 'library' });
}
