import type { UnscopedDb } from '../../platform/db/index.ts';
import type { EgressGuard } from '../../platform/egress-guard.ts';
import type { Secrets } from '../../platform/secrets.ts';

/** Wakes who looks after lines; the payload is the id of a line that is another by now. */
export const LINES_CHANNEL = 'lines';

export interface LinesParts {
  readonly unscopedDb: UnscopedDb;
  readonly secrets: Secrets;
  /** Where lines may lead: not into the network of this machine, but for what its operator allows. */
  readonly egress: EgressGuard;
  /** Wakes other processes; what is to be done is in the rows. */
  readonly wake: (channel: string, payload: string) => Promise<void>;
  /** The first line of a merchant’s own is there, or the last is gone: its pages say so. */
  readonly onOwnLines: (merchantId: string) => void;
  /** Numbers that somebody has were claimed by somebody else: the platform is told. */
  readonly onContested: () => Promise<void>;
  /** Where gateways find our registrar; host '' where no public address is set, `own` as this machine calls itself. */
  readonly registrar: {
    readonly host: string;
    readonly own: string;
    readonly port: number;
    readonly transports: ('udp' | 'tcp' | 'tls')[];
    readonly rtp: { readonly from: number; readonly to: number };
  };
}
