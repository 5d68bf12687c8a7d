import { carriageOf, lineNotReady, notDialled, type Verdict } from '@lianxian/core';
import type { Credentials, StoredBinding, Trunk } from '@lianxian/telephony';
import type { DialLine } from './dial-line.ts';

/** How calls leave by a line: what the exchange is given of it, or why nothing leaves. */
export interface TrunkParts {
  /** Where the practice carrier listens; null: there is none. */
  readonly practicePort: number | null;
  /** Where a gateway is registered with us now. */
  readonly bindingOf: (line: DialLine) => Pick<StoredBinding, 'contact' | 'flow' | 'source'> | undefined;
  /** A line asked with a qop for the first time: what this process learns the next one knows. */
  readonly onQop: (line: DialLine) => void;
}

/** What a line proves itself with, and how it is asked to. */
export const credentialsOf = ({ onQop }: Pick<TrunkParts, 'onQop'>, line: DialLine): Credentials | null =>
  line.credentials && { ...line.credentials, memory: { hadQop: line.hadQop, onQop: () => onQop(line) } };

/**
 * Where calls over a line go; null where they could go nowhere: a gateway that is not registered here, no practice carrier.
 * The practice carrier listens on loopback and takes real-time text; an ordinary line is offered plain audio.
 */
export const trunkOf = (parts: TrunkParts, line: DialLine): Trunk | null => {
  const { practicePort } = parts;
  if (line.practice) {
    if (practicePort === null) return null;
    return { target: { host: '127.0.0.1', port: practicePort }, loopback: true, realTimeText: true };
  }
  const { codecs, keysBy: keys } = line;
  const settings = { ...carriageOf(line), codecs, keys, loopback: false, realTimeText: false };
  if (line.access === 'gateway') {
    const binding = parts.bindingOf(line);
    if (binding === undefined) return null;
    const { contact, flow, source } = binding;
    return { ...settings, target: source, binding: { contact, flow, source } };
  }
  if (line.address === null) return null;
  const credentials = credentialsOf(parts, line);
  return { ...settings, target: line.address, ...(credentials === null ? {} : { credentials }) };
};

/** Of the call that is to leave. */
interface Caller {
  readonly merchantId: string;
  readonly lineId: string;
  readonly practice: boolean;
}

interface WayParts {
  readonly lineOf: (caller: Caller) => Promise<DialLine | null>;
  /** A number as its carrier wants it; null: one that is never dialled. */
  readonly numberOf: (line: DialLine, phone: string) => Promise<string | null>;
  readonly trunkOf: (line: DialLine) => Trunk | null;
}

type Way = { readonly line: DialLine; readonly trunk: Trunk; readonly phone: string } | { readonly verdict: Verdict };

/** How a number is dialled over the line of a call. A line does not become another kind; should one, practice and ordinary numbers stay apart. */
export const wayOver =
  (parts: WayParts) =>
  async (caller: Caller, wanted: string): Promise<Way> => {
    const line = await parts.lineOf(caller);
    if (line === null) return { verdict: notDialled('lineRemoved') };
    if (line.practice !== caller.practice) return { verdict: notDialled('lineGone') };
    if (!line.enabled) return { verdict: notDialled('lineOff') };
    const phone = await parts.numberOf(line, wanted);
    if (phone === null) return { verdict: notDialled('numberForbidden') };
    const trunk = parts.trunkOf(line);
    if (trunk !== null) return { line, trunk, phone };
    return { verdict: line.access === 'gateway' ? lineNotReady('notRegistered') : notDialled('lineGone') };
  };
