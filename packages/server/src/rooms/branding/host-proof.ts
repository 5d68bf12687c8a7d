import { Resolver } from 'node:dns/promises';

/**
 * A host name is proved by who may write into its zone: a TXT record below it says the word that the house made. Without
 * it anybody could take the name of a rival, or of a platform beside ours, and show his own login there.
 */
export interface HostProof {
  /** False: no such record, or nobody answered in time. */
  readonly isThere: (record: ProofRecord) => Promise<boolean>;
}
interface ProofRecord {
  readonly name: string;
  readonly value: string;
}

/** Its own label, so that it stands beside a CNAME of the host (RFC 1034 §3.6.2, RFC 8552). */
export const recordOf = (host: string, proof: string): ProofRecord => ({
  name: `_lianxian.${host}`,
  value: `lianxian=${proof}`,
});

/** Each question to a name server, how often, and all of it: somebody waits at the button. */
const [QUESTION_MS, TRIES, LIMIT_MS] = [1_500, 2, 4_000] as const;

/** `nameServers`: instead of the system's. */
export const openHostProof = (nameServers: readonly string[] | null): HostProof => ({
  isThere: async ({ name, value }) => {
    const resolver = new Resolver({ timeout: QUESTION_MS, tries: TRIES });
    if (nameServers !== null) resolver.setServers(nameServers);
    const limit = setTimeout(() => resolver.cancel(), LIMIT_MS);
    try {
      // A record may come in parts (RFC 1035 §3.3.14).
      return (await resolver.resolveTxt(name)).some(parts => parts.join('') === value);
    } catch {
      return false;
    } finally {
      clearTimeout(limit);
    }
  },
});
