import type { SmppProvider } from '@lianxian/contract';
import type { Pdu } from 'smpp';
import type { EgressGuard } from '../../platform/egress-guard.ts';
import type { Log } from '../../platform/log.ts';
import type { Carrier, CarrierNews, Handed, Outgoing } from '../../rooms/sms-sending/index.ts';
import { BindRefused, type Bound, bindTo, isNotAllowed } from './session.ts';
import { partHeader, partOfPdu, receiptOf, textOfPdu, ucs2 } from './texts.ts';

/** A provider that speaks SMPP 3.4: one connection, held as long as the provider is on, taken up again after it is lost. */
interface SmppParts {
  readonly egress: EgressGuard;
  readonly log: Log;
  readonly provider: string;
  readonly news: CarrierNews;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
const [HAS_HEADER, UCS2, REPORTS] = [0x40, 8, 1];
/** Not now: too fast, its queue is full, it is not well (SMPP 3.4, section 5.1.3). */
const NOT_NOW = [0x58, 0x14, 0x08, 0x64];

const fieldsOf = (settings: SmppProvider, { phone, parts, id }: Outgoing, at: number): object => {
  const text = ucs2(parts[at]!);
  const isOne = parts.length === 1;
  return {
    source_addr: settings.source,
    source_addr_ton: settings.sourceTon,
    source_addr_npi: settings.sourceNpi,
    destination_addr: `${settings.prefix}${phone}`,
    dest_addr_ton: settings.destTon,
    dest_addr_npi: settings.destNpi,
    registered_delivery: REPORTS,
    data_coding: UCS2,
    esm_class: isOne ? 0 : HAS_HEADER,
    short_message: isOne ? text : Buffer.concat([partHeader(Number(BigInt(id) % 256n), parts.length, at + 1), text]),
  };
};

const answered = (pdu: Pdu, refs: readonly string[]): Handed | null => {
  const status = pdu.command_status;
  if (status === 0) return null;
  // Of a message whose first part went, the rest is not sent by anybody.
  if (refs.length > 0) return { type: 'lost', because: 'partly', refs };
  const code = `0x${status.toString(16)}`;
  return NOT_NOW.includes(status)
    ? { type: 'again', because: `throttled:${code}` }
    : { type: 'rejected', because: `refused:${code}` };
};

const submitAll = async (bound: Bound, settings: SmppProvider, message: Outgoing): Promise<Handed> => {
  const refs: string[] = [];
  for (let at = 0; at < message.parts.length; at++) {
    const pdu = await bound.submit(fieldsOf(settings, message, at));
    if (pdu === undefined && refs.length === 0) return { type: 'again', because: 'unreachable' };
    if (!pdu) return { type: 'lost', because: refs.length > 0 ? 'partly' : 'timeout', refs };
    const no = answered(pdu, refs);
    if (no !== null) return no;
    refs.push(pdu.message_id ?? '');
  }
  return { type: 'accepted', refs: refs.filter(ref => ref !== '') };
};

const causeOf = (error: unknown): string => {
  if (error instanceof BindRefused) return `signIn:${error.message}`;
  return isNotAllowed(error) ? 'notAllowed' : 'unreachable';
};

export const openSmpp = (
  settings: SmppProvider,
  password: string,
  { egress, log, provider, news }: SmppParts,
): Carrier => {
  let bound: Bound | null = null;
  let because = 'unreachable';
  let waitMs = FIRST_WAIT_MS;
  let timer: NodeJS.Timeout | undefined;
  const ending = new AbortController();
  let binding: Promise<void> | null = null;

  const onDelivered = async (pdu: Pdu): Promise<boolean> => {
    try {
      const receipt = receiptOf(pdu);
      if (receipt === null) {
        const part = partOfPdu(pdu);
        const said = { ref: '', phone: pdu.source_addr ?? '', text: textOfPdu(pdu) };
        await news.replies([{ ...said, ...(part && { part }) }]);
      } else if (receipt.delivered !== null && receipt.ref !== '')
        await news.reports([{ ...receipt, delivered: receipt.delivered }]);
      return true;
    } catch (error) {
      log.warn({ err: error, provider }, 'what a provider of text messages told was not kept; it tells it again');
      return false;
    }
  };
  const again = (): void => {
    bound = null;
    if (ending.signal.aborted) return;
    timer = setTimeout(begin, waitMs);
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
  };
  const bindOnce = async (): Promise<void> => {
    try {
      const made = await bindTo(settings, password, egress, { ending: ending.signal, onDelivered, onClosed: again });
      waitMs = FIRST_WAIT_MS;
      if (ending.signal.aborted) return await made.close();
      bound = made;
    } catch (error) {
      because = causeOf(error);
      again();
    }
  };
  const begin = (): void => {
    binding = bindOnce().finally(() => {
      binding = null;
    });
  };
  begin();

  return {
    send: async message => {
      // The first message after a start waits for the bind, and no longer than that takes.
      await binding;
      return bound === null ? { type: 'again', because } : submitAll(bound, settings, message);
    },
    close: async () => {
      ending.abort();
      clearTimeout(timer);
      await binding;
      await bound?.close();
    },
  };
};
