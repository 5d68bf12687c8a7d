import type { AccessKey, Button, RoleCode } from '@lianxian/core';
import type { z } from 'zod';
import type { Fields } from './wire.ts';

/**
 * An endpoint is one value. From the table of them come the server's binding and validation, the web's typed client,
 * the endpoint docs and the security test. Shapes here are the wire's (docs/wire.md); rooms translate.
 */
export interface Endpoint<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Needs extends Right = Right,
> {
  /** Below `/api/front/`, e.g. `user/login`. */
  readonly path: string;
  readonly right: Needs;
  readonly input: Input;
  readonly output: Output;
  /** May a client send it again after a lost answer? */
  readonly idempotent: boolean;
  /**
   * What one asking takes of a person's budget a minute: exports, uploads, searches through much. Left out: nothing. Who
   * has spent it is answered 107 with the seconds to wait.
   */
  readonly rateCost?: number;
  /** What it takes beyond that, by what is asked. */
  rateCostMore?(input: z.output<Input>): number;
  /** Its answer holds numbers of callees, whole for who holds `phone:unmask`: that such a person looked is in the audit. */
  readonly shows?: 'phones';
  /**
   * Password or second factor must have been typed within the last minutes (a sign-in counts), always or when this field
   * is not empty; else the answer is 226. For money, other people's sign-ins and keys; never for an emergency stop.
   */
  readonly proof?: 'always' | { readonly with: string };
  /**
   * Open to who looks with an employee's eyes (decision 67): it only reads, and nothing that is a person's own. All else is
   * refused there, so that an endpoint which says nothing is closed.
   */
  readonly inPreview?: true;
  /**
   * It shows, takes, compares or changes the graph of the plan that this field names, or of that a call
   * was made with. Refused where that plan is closed (decision 131).
   */
  readonly opensGraph?: OpensGraph;
  /** One sentence for the endpoint docs. */
  readonly summary: string;
  /** Takes a file as well, as `multipart/form-data`: at most so large, by these extensions. */
  readonly upload?: { readonly maxBytes: number; readonly extensions: readonly string[] };
}

/** By which field of the input; of `call` the plan of that call. */
export type OpensGraph =
  | { readonly plan: string }
  | { readonly call: string }
  | { readonly plan: string; readonly call: string };

/** Nothing, any valid token, a page key, a button, any of some, a seat, or one of these levels of people. */
export type Right =
  | { readonly needs: 'nothing' }
  /** `whileDue`: open also to who must first set a password of his own, or a second factor; nothing else is. */
  | { readonly needs: 'token'; readonly whileDue?: readonly ('password' | 'factor')[] }
  | { readonly needs: 'page'; readonly page: AccessKey }
  | { readonly needs: 'button'; readonly button: Button }
  /** What several pages read, to choose from: who holds one of these. */
  | { readonly needs: 'any'; readonly pages: readonly AccessKey[]; readonly buttons: readonly Button[] }
  /** Who has a seat that may connect (docs/rights.md#seats). */
  | { readonly needs: 'seat' }
  | { readonly needs: 'role'; readonly roles: readonly RoleCode[] };

/** Does what these fields ask for want proof whose session it is? */
export const wantsProof = ({ proof }: { readonly proof?: Endpoint['proof'] | undefined }, fields: Fields): boolean =>
  proof === 'always' || (proof !== undefined && (fields[proof.with] ?? '') !== '');

export const endpoint = <I extends z.ZodType, O extends z.ZodType, const N extends Right>(
  value: Endpoint<I, O, N>,
): Endpoint<I, O, N> => value;
/** What a caller hands in: before defaults are filled and text is made numbers. */
export type CallOf<E> = E extends Endpoint<infer I, z.ZodType> ? z.input<I> : never;
export type InputOf<E> = E extends Endpoint<infer I, z.ZodType> ? z.output<I> : never;
export type OutputOf<E> = E extends Endpoint<z.ZodType, infer O> ? z.output<O> : never;
