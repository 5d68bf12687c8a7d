/** Which of a merchant's providers has a message, and how long one rests that does not work. */
export const providerKinds = ['log', 'http', 'smpp'] as const;
export type ProviderKind = (typeof providerKinds)[number];

export interface Choosable {
  readonly id: string;
  /** Those of the lowest rank go first. */
  readonly rank: number;
  /** Of what those of one rank have between them. */
  readonly share: number;
}

const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** The same text gives the same place between 0 and 1, and all texts together fill it evenly (FNV-1a, its bits mixed). */
const placeOf = (text: string): number => {
  let hash = OFFSET;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
};

/** Of those that work now. Null: there is none. */
export const chooseProvider = <P extends Choosable>(working: readonly P[], messageId: string): P | null => {
  if (working.length === 0) return null;
  const first = Math.min(...working.map(({ rank }) => rank));
  const peers = working.filter(({ rank }) => rank === first);
  let left = placeOf(messageId) * peers.reduce((sum, { share }) => sum + share, 0);
  for (const peer of peers) {
    left -= peer.share;
    if (left < 0) return peer;
  }
  return peers.at(-1)!;
};

const FAILURES = 3;
const FIRST_REST_MS = 15_000;
const LONGEST_REST_MS = 600_000;

/** How long a provider rests after so many failures in a row; 0: it goes on. */
export const providerRestMs = (failures: number): number =>
  failures < FAILURES ? 0 : Math.min(FIRST_REST_MS * 2 ** (failures - FAILURES), LONGEST_REST_MS);
