import type { OutputOf, userEndpoints } from '@lianxian/contract';
import { post } from '../../api/wire.ts';
import { loginPaths } from './login.paths.ts';

/**
 * The requests of the login page, over the bare wire: the contract's schemas are types here and no code, because
 * the page must be small. A test holds the paths against the contract table.
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
  post(loginPaths.login, credentials, { quiet: true, isKnownAgain: true });

export interface ResetWish {
  readonly cid: string;
  readonly account: string;
  readonly captcha: string;
  readonly captchaKey: string;
}
export const askReset = (wish: ResetWish): Promise<OutputOf<(typeof userEndpoints)['resetAsk']>> =>
  post(loginPaths.resetAsk, wish, { quiet: true });
export const resetState = (secret: string): Promise<OutputOf<(typeof userEndpoints)['resetState']>> =>
  post(loginPaths.resetState, { secret }, { quiet: true });
export const finishReset = (secret: string, password: string): Promise<unknown> =>
  post(loginPaths.resetFinish, { secret, password }, { quiet: true });
