import type { Endpoint, Fields, Right } from '@lianxian/contract';
import type { OpenContext, SignedInContext } from './context.ts';

/** An endpoint with its handler, types gone: what the front looks up by path. */
export interface Binding {
  readonly right: Right;
  /** Of a person's budget a minute (`Endpoint.rateCost`). */
  readonly rateCost: number;
  /** Open to who looks with another's eyes (`Endpoint.inPreview`). */
  readonly inPreview: boolean;
  /** Whether password or factor must have been typed of late (`Endpoint.proof`). */
  readonly proof: Endpoint['proof'];
  readonly run: (fields: Fields, context: OpenContext | SignedInContext) => Promise<unknown>;
}
