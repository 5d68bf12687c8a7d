/** What we use of `smpp`, which has no types of its own. */
declare module 'smpp' {
  import type { EventEmitter } from 'node:events';

  interface Pdu {
    readonly command: string;
    readonly command_status: number;
    readonly sequence_number: number;
    readonly message_id?: string;
    readonly source_addr?: string;
    readonly esm_class?: number;
    readonly data_coding?: number;
    readonly short_message?: { readonly message: string | Buffer; readonly udh?: readonly Buffer[] } | string | Buffer;
    readonly message_payload?: { readonly message: string | Buffer } | string | Buffer;
    readonly receipted_message_id?: string;
    readonly message_state?: number;
    readonly sar_msg_ref_num?: number;
    readonly sar_total_segments?: number;
    readonly sar_segment_seqnum?: number;
    isResponse(): boolean;
    response(options?: { readonly command_status?: number }): Pdu;
  }
  type Answered = (pdu: Pdu) => void;
  interface Session extends EventEmitter {
    send(pdu: Pdu): boolean;
    bind_transceiver(fields: object, answered: Answered): boolean;
    submit_sm(fields: object, answered: Answered): boolean;
    enquire_link(answered: Answered): boolean;
    unbind(answered: Answered): boolean;
    destroy(): void;
  }
  const PDU: { maxLength: number };
  const connect: (options: object) => Session;

  export type { Pdu, Session };
  export { connect, PDU };
}
