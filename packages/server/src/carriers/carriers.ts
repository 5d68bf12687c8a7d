import type { EgressGuard } from '../platform/egress-guard.ts';
import type { Log } from '../platform/log.ts';
import type { OpenCarrier } from '../rooms/sms-sending/index.ts';
import { openHttp } from './http.ts';
import { openPractice } from './log.ts';
import { openSmpp } from './smpp/smpp.ts';

interface CarriersParts {
  readonly egress: EgressGuard;
  readonly log: Log;
  readonly now: () => Date;
}

/** Every kind of provider, by its settings. */
export const openCarriers =
  ({ egress, log, now }: CarriersParts): OpenCarrier =>
  ({ settings, secret, id }, news) => {
    switch (settings.kind) {
      case 'log':
        return openPractice(log);
      case 'http':
        return openHttp(settings, secret, { egress, log, now, provider: id, news });
      case 'smpp':
        return openSmpp(settings, secret, { egress, log, provider: id, news });
    }
  };
