import type { Config } from './config.ts';
import type { Bus } from './platform/bus.ts';
import type { Database, MerchantDb } from './platform/db/index.ts';
import type { Log } from './platform/log.ts';
import type { PushSender } from './platform/push/index.ts';
import type { Secrets } from './platform/secrets.ts';
import type { SecurityLog } from './platform/security-log.ts';
import type { Clock } from './platform/time.ts';

/** What calls stands on; `openGround` gives it. */
export interface CallsGround {
  readonly config: Config;
  readonly log: Log;
  readonly database: Database;
  readonly merchantDb: (merchantId: string) => MerchantDb;
  readonly bus: Bus;
  readonly push: PushSender;
  readonly secrets: Secrets;
  readonly securityLog: SecurityLog;
  /** For the hours in which merchants call. */
  readonly clock: Clock;
  /** Command line of the built-in voice. */
  readonly voiceCommand: readonly string[];
  readonly close: () => Promise<void>;
}
