/** What test talks are given of the house: the world a call would ask, and the ears a call would have. */

import type { WebGround } from './house.ts';
import { openGate } from './platform/gate.ts';
import { webhookSecret } from './rooms/speech/index.ts';
import type { TalksParts } from './rooms/talks/index.ts';
import { openWorld } from './world/world.ts';

export const talksPartsOf = ({ config, files, merchantDb, secrets }: WebGround): TalksParts => ({
  files,
  world: openWorld({
    gate: openGate(config.privateHosts),
    webhookSecretOf: merchantId => webhookSecret(merchantDb(merchantId), secrets),
    modelOf: async () => null,
  }),
  hear: async () => null,
});
