import type { OutputOf, userEndpoints } from '@lianxian/contract';
import { post } from '../../api/wire.ts';
import { loginPaths } from './login.paths.ts';

/**
 * The two requests of the login page, over the bare wire: the contract's schemas are types here and no code, because
 * the page must be small. A test holds both paths against the contract table.
 */
export interface Credentials {
  readonly cid: string;
  readonly account: string;
  readonly password: string;
  readonly captcha: string;
  readonly captchaKey: string;
  /** Of the second factor, in the second step. */
  readonly code?: string;
}
export type Captcha = OutputOf<(typeof userEndpoints)['captcha']>;

export const askCaptcha = (): Promise<Captcha> => post(loginPaths.captcha, {}, { quiet: true });
export const signIn = (credentials: Credentials): Promise<OutputOf<(typeof userEndpoints)['login']>> =>
  post(loginPaths.login, credentials, { quiet: true });
