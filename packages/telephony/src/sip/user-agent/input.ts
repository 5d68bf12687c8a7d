import type { Instant } from '@lianxian/core/kit';
import type { Address } from '../../net/address.ts';
import type { Flow } from '../../net/flow.ts';
import { responseTo } from '../grammar/build.ts';
import { allHeaders, type ReceivedResponse } from '../grammar/message.ts';
import { isKeepAlive, parseMessage, type Refusal } from '../grammar/parse.ts';
import { splitList } from '../grammar/scan.ts';
import { serialise } from '../grammar/serialise.ts';
import type { Route } from '../transaction/transactions.ts';
import { answerAddress, stampVia } from '../transport/received.ts';
import type { AgentContext } from './context.ts';
import type { Passing } from './passing.ts';
import type { Strangers } from './strangers.ts';

/** Whence a message came, and by what. */
interface Origin {
  readonly source: Address;
  readonly flow: Flow;
}

interface InputParts {
  readonly context: AgentContext;
  readonly emit: AgentContext['emit'];
  readonly strangers: Strangers;
  readonly passing: Passing;
}

/** Octets from the network: read, refused, answered in passing, or handed to the transactions. */
export const createInput = ({ context, emit, strangers, passing }: InputParts) => {
  const refuse = (refusal: Refusal, came: number, { source, flow }: Origin, at: Instant) => {
    emit({ type: 'refusedInput', because: refusal.because });
    if (refusal.answer === null) return;
    const { status, headers } = refusal.answer;
    const message = responseTo({ headers }, { status, toTag: context.random(8) });
    const bytes = serialise(message);
    const route = { destination: source, flow };
    strangers.heard(route, came, at);
    // Whoever it is: what cannot be read proves nothing.
    if (strangers.mayAnswer(route, bytes.length)) emit({ type: 'send', bytes, route, transaction: null, message });
  };

  const onResponse = (response: ReceivedResponse, at: Instant) => {
    // Ours carried one Via; more were added by somebody who sends answers astray (RFC 3261 §8.1.3.3).
    const hops = allHeaders(response.headers, 'via').flatMap(value => splitList(value) ?? []);
    if (hops.length !== 1) return emit({ type: 'refusedInput', because: 'an answer with a Via not ours' });
    if (!context.transactions.onResponse(response, at)) emit({ type: 'refusedInput', because: 'an unasked answer' });
  };

  return {
    receive: (bytes: Uint8Array, source: Address, flow: Flow, at: Instant) => {
      if (isKeepAlive(bytes)) return;
      const parsed = parseMessage(bytes);
      if (!parsed.ok) return refuse(parsed.refusal, bytes.length, { source, flow }, at);
      const { message } = parsed;
      emit({ type: 'received', message, bytes, source, flow });
      if (message.kind === 'response') return onResponse(message, at);
      const stamped = stampVia(message, source);
      const route: Route = { destination: answerAddress(stamped.via, source, flow), flow, source };
      if (!passing.take(stamped, route, bytes.length, at)) context.transactions.onRequest(stamped, route, at);
    },
    /** The stream says no more than this head: 400 where its headers can be read (RFC 3261 §18.3). */
    refuseGarbage: (head: Uint8Array, because: string, origin: Origin, at: Instant) => {
      const parsed = parseMessage(head);
      if (!parsed.ok) return refuse(parsed.refusal, head.length, origin, at);
      const { message } = parsed;
      const isAnswerable = message.kind === 'request' && message.method !== 'ACK';
      const answer = isAnswerable ? { status: 400, headers: message.headers } : null;
      refuse({ because, answer }, head.length, origin, at);
    },
  };
};
