import type { ReceivedRequest, ReceivedResponse } from '../grammar/message.ts';
import { tagOf } from '../grammar/name-addr.ts';
import { formatVia, MAGIC_COOKIE } from '../grammar/via.ts';

/** A client transaction is found by the branch we made and the method of CSeq (RFC 3261 §17.1.3). */
export const clientKey = (branch: string, method: string): string => `${branch} ${method}`;

export const clientKeyOf = (response: ReceivedResponse): string => clientKey(response.via.branch, response.cseq.method);

/**
 * A server transaction is found by branch, sent-by and method; the ACK of a refusal belongs to its INVITE
 * (RFC 3261 §17.2.3). A branch without the magic cookie, or with nothing behind it (RFC 4475 §3.2.1), is no key: then
 * the older rule of RFC 2543 counts, which compares what the retransmissions of one request have in common.
 */
export const serverKey = (request: ReceivedRequest, method = request.method): string => {
  const { via } = request;
  const wanted = method === 'ACK' ? 'INVITE' : method;
  if (via.branch.startsWith(MAGIC_COOKIE) && via.branch.length > MAGIC_COOKIE.length) {
    return `${via.branch} ${via.host.toLowerCase()}:${via.port ?? 5060} ${wanted}`;
  }
  const { callId, cseq, from, uri } = request;
  return `2543 ${callId} ${cseq.number} ${tagOf(from)} ${uri} ${formatVia(via)} ${wanted}`;
};
