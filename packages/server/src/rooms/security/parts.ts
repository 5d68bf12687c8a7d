import type { MerchantDb } from '../../platform/db/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { openPasswords } from '../accounts/index.ts';
import type { Tries, TryParts } from '../tries/index.ts';

/** Whose a login of the mini-program is. `badCode`: WeChat does not know it any more. `away`: WeChat gave no answer. */
type WeChatLogin =
  | { readonly ok: true; readonly openId: string; readonly unionId: string }
  | { readonly ok: false; readonly why: 'badCode' | 'away' };

/** The WeChat side of a binding; its adapter stands in `src/wechat`. */
interface WeChat {
  readonly loginOf: (jsCode: string) => Promise<WeChatLogin>;
}

/** What the room is given by the house. */
export interface SecurityGiven extends TryParts {
  readonly merchantDb: (merchantId: string) => MerchantDb;
  readonly secrets: Secrets;
  /** A session ended before its time. */
  readonly onRevoked: (sessionId: string) => void;
  /** What a person may has changed: his other pages look again. */
  readonly onChanged: (merchantId: string, employeeIds: readonly string[]) => void;
  /** Whose product a merchant's people see; an authenticator shows it. */
  readonly titleOf: (merchantId: string) => Promise<string>;
  /** The agreement as it stands; version 0: there is none. */
  readonly agreementNow: () => Promise<{ readonly version: number; readonly content: string }>;
  /** Null: no mini-program is set up. */
  readonly weChat: WeChat | null;
}

export interface SecurityParts extends SecurityGiven {
  readonly tries: Tries;
  readonly isPassword: ReturnType<typeof openPasswords>;
}
