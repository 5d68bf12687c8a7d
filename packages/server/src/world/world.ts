import type { Answered, Ask, CallUse, TalkSoFar } from '@lianxian/core';
import type { EgressGuard } from '../platform/egress-guard.ts';
import { askWebhook, type Signing } from './webhook.ts';

/**
 * What a conversation asks of the world, carried out: the one port between a call (or a test talk) and webhooks,
 * language models, text messages and people. It never rejects and never takes longer than its limit: whatever goes wrong
 * out there is `failed` with a word for the transcript.
 */
export interface World {
  readonly answer: (ask: Ask, about: AskedFor) => Promise<Answered>;
  /** A talk in short, by the merchant's language model; null: there is none, or it said nothing of use in time. */
  readonly summary: (talk: TalkSoFar, about: AskedFor) => Promise<string | null>;
}

interface AskedFor {
  readonly merchantId: string;
  /** Of the call; a test talk gives a name of its own. Sent along to webhooks. */
  readonly callId: string;
  readonly limitMs: number;
  /** The conversation no longer waits for it (`unask`). */
  readonly signal?: AbortSignal;
  /** What a model took for it. */
  readonly onUse?: (use: CallUse) => void;
}

interface WorldParts {
  readonly egress: EgressGuard;
  readonly now: () => Date;
  /** What a merchant's webhooks are signed with; null: they are not. */
  readonly webhookSecretOf: (merchantId: string) => Promise<string | null>;
  /** The merchant's chosen language model; null: there is none. */
  readonly modelOf: (merchantId: string) => Promise<ModelOfMerchant | null>;
  /** Something went wrong that its merchant should be able to look up; never with what was said. */
  readonly onFault?: (fault: {
    readonly merchantId: string;
    readonly kind: Ask['type'] | 'summary';
    readonly because: string;
  }) => void;
}

/** Answers asks of kind llm and meaning, and sums talks up; may reject, by a time limit too. */
interface ModelOfMerchant {
  readonly answer: (
    ask: Extract<Ask, { type: 'llm' } | { type: 'meaning' }>,
    signal: AbortSignal,
    onUse?: (use: CallUse) => void,
  ) => Promise<Answered>;
  readonly summary: (talk: TalkSoFar, signal: AbortSignal, onUse?: (use: CallUse) => void) => Promise<string>;
}

/** The longest one ask may take, whatever a plan says. */
const LONGEST_MS = 120_000;

type Failed = Extract<Answered, { type: 'failed' }>;
const failed = (because: string): Failed => ({ type: 'failed', because });
const isFailed = (answer: unknown): answer is Failed =>
  typeof answer === 'object' && answer !== null && 'type' in answer && answer.type === 'failed';

export const openWorld = (parts: WorldParts): World => {
  const signingOf = async (merchantId: string): Promise<Signing | null> => {
    const secret = await parts.webhookSecretOf(merchantId);
    return secret === null ? null : { secret, at: parts.now() };
  };

  const carryOut = async (ask: Ask, about: AskedFor, signal: AbortSignal): Promise<Answered> => {
    switch (ask.type) {
      case 'webhook':
        return askWebhook(
          parts.egress,
          ask,
          { signing: await signingOf(about.merchantId), call: about.callId },
          signal,
        );
      case 'llm':
      case 'meaning':
        return (await (await parts.modelOf(about.merchantId))?.answer(ask, signal, about.onUse)) ?? failed('unknown');
      case 'sms':
        return failed('noModule');
      case 'transfer':
        // An outside number is dialled by the call itself; here there is no telephone.
        return failed('nobody');
    }
  };

  /** What went wrong is told; `failed` in place of an answer. */
  const inTime = async <T>(
    kind: Ask['type'] | 'summary',
    about: AskedFor,
    carriedOut: (signal: AbortSignal) => Promise<T>,
  ): Promise<T | Failed> => {
    const limit = AbortSignal.timeout(Math.max(1, Math.min(about.limitMs, LONGEST_MS)));
    const signal = about.signal ? AbortSignal.any([limit, about.signal]) : limit;
    const { promise: over, resolve } = Promise.withResolvers<Failed>();
    const stop = () => resolve(failed(about.signal?.aborted ? 'unasked' : 'timeout'));
    const tell = (because: string) => parts.onFault?.({ merchantId: about.merchantId, kind, because });
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    try {
      const answer = await Promise.race([over, carriedOut(signal)]);
      if (isFailed(answer) && answer.because !== 'unasked') tell(answer.because);
      return answer;
    } catch (error) {
      // The message may quote what was said: only its kind is told.
      tell(error instanceof Error ? error.name : 'unknown');
      return failed(signal.aborted ? 'timeout' : 'unreachable');
    } finally {
      signal.removeEventListener('abort', stop);
    }
  };

  return {
    answer: (ask, about) => inTime(ask.type, about, signal => carryOut(ask, about, signal)),
    summary: async (talk, about) => {
      const said = await inTime('summary', about, async signal =>
        (await parts.modelOf(about.merchantId))?.summary(talk, signal, about.onUse),
      );
      return typeof said === 'string' && said !== '' ? said : null;
    },
  };
};
