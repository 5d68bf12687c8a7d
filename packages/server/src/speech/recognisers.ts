import { type EgressGuard, openEgressGuard } from '../platform/egress-guard.ts';
import { funAsr } from './funasr.ts';
import type { Recogniser, RecogniserSettings } from './ports/recogniser.ts';
import { sherpa } from './sherpa.ts';
import { aliyunHearing } from './vendors/aliyun-hearing.ts';
import { openAliyunTokens } from './vendors/aliyun-token.ts';
import { tencentHearing } from './vendors/tencent-hearing.ts';
import { volcengineHearing } from './vendors/volcengine-hearing.ts';
import { xunfeiHearing } from './vendors/xunfei-hearing.ts';
import { vosk } from './vosk.ts';

/** Recognisers of one process by their settings; sherpa-onnx is one thread for all of them. */
interface Recognisers {
  readonly of: (settings: RecogniserSettings) => Recogniser;
  readonly close: () => Promise<void>;
}

export const openRecognisers = (privateHosts: readonly string[], sherpaDir: string | null): Recognisers => {
  const egress: EgressGuard = openEgressGuard(privateHosts);
  const tokens = openAliyunTokens(egress);
  const local = sherpaDir === null ? null : sherpa({ id: 'sherpa', folder: sherpaDir });
  return {
    of: ({ kind, service: id, url, key, hotwords, appId, keyId, model, vocabulary }) => {
      const account = { appId, keyId, secret: key };
      if (kind === 'funasr') return funAsr({ id, egress, url, key, hotwords });
      if (kind === 'vosk') return vosk({ id, egress, url, key });
      if (kind === 'aliyunAsr') return aliyunHearing({ id, egress, url, account, vocabulary, tokens });
      if (kind === 'tencentAsr') return tencentHearing({ id, egress, url, account, model, hotwords });
      if (kind === 'xunfeiAsr') return xunfeiHearing({ id, egress, url, account });
      if (kind === 'volcengineAsr') return volcengineHearing({ id, egress, url, account, model, hotwords });
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
