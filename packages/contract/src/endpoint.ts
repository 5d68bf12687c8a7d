import type { AccessKey, Button } from '@lianxian/core';
import type { z } from 'zod';

/**
 * An endpoint is one value. From the table of them come the server's binding and validation, the web's typed client,
 * the endpoint docs and the security test. Shapes here are the wire's (original §7); rooms translate.
 */
export interface Endpoint<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  /** Below `/api/front/`, e.g. `user/login`. */
  readonly path: string;
  readonly right: Right;
  readonly input: Input;
  readonly output: Output;
  /** May a client send it again after a lost answer? */
  readonly idempotent: boolean;
  /** One sentence for the endpoint docs. */
  readonly says: string;
}

/** `open`: no token needed. `signedIn`: any valid token. Else a page key, a button, or the merchant's owner. */
export type Right =
  | { readonly needs: 'nothing' }
  | { readonly needs: 'token' }
  | { readonly needs: 'page'; readonly page: AccessKey }
  | { readonly needs: 'button'; readonly button: Button };

export const endpoint = <I extends z.ZodType, O extends z.ZodType>(value: Endpoint<I, O>): Endpoint<I, O> => value;
export type InputOf<E> = E extends Endpoint<infer I, z.ZodType> ? z.output<I> : never;
export type OutputOf<E> = E extends Endpoint<z.ZodType, infer O> ? z.output<O> : never;
