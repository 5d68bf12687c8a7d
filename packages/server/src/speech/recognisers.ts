import { type EgressGuard, openEgressGuard } from '../platform/egress-guard.ts';
import { funAsr } from './funasr.ts';
import type { Recogniser, RecogniserSettings } from './ports/recogniser.ts';
import { sherpa } from './sherpa.ts';
import { vosk } from './vosk.ts';

/** Recognisers of one process by their settings; sherpa-onnx is one thread for all of them. */
interface Recognisers {
  readonly of: (settings: RecogniserSettings) => Recogniser;
  readonly close: () => Promise<void>;
}

export const openRecognisers = (privateHosts: readonly string[], sherpaDir: string | null): Recognisers => {
  const egress: EgressGuard = openEgressGuard(privateHosts);
  const local = sherpaDir === null ? null : sherpa({ id: 'sherpa', folder: sherpaDir });
  return {
    of: ({ kind, service: id, url, key, hotwords }) => {
      if (kind === 'funasr') return funAsr({ id, egress, url, key, hotwords });
      if (kind === 'vosk') return vosk({ id, egress, url, key });
      return local ?? nobody(id);
    },
    close: async () => local?.close(),
  };
};

/** The folder was taken away after somebody chose it. */
const nobody = (id: string): Recogniser => ({
  id,
  listen: hears => {
    setImmediate(() => hears.lost('folder'));
    return { sound: () => undefined, close: () => undefined };
  },
});
