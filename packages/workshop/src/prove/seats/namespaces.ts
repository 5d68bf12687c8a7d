import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A seat's own network, a router with address translation before it, and this machine beyond, as namespaces of the network (Linux,
 * root). No packet of one passes the other but through the router:
 *
 *     seat 198.51.100.2 ── 198.51.100.1 router 203.0.113.2 ── 10.77.2.1 house, which is known outside as 198.51.100.1
 */
export interface Namespaces {
  /** Where the house listens. */
  readonly house: string;
  /** As the seat sees it. */
  readonly outside: string;
  readonly route: (ports: { readonly udp: readonly number[]; readonly tcp: readonly number[] }) => Promise<void>;
  /** A program that starts another one in the seat's network. */
  readonly inside: (program: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

const HOUSE = '10.77.2.1';
const OUTSIDE = '198.51.100.1';
const SEAT = '198.51.100.2';
const ROUTER = '203.0.113.2';
const START_LIMIT_MS = 20_000;

const ip = (words: string): void => void execFileSync('ip', words.split(' '), { stdio: ['ignore', 'ignore', 'pipe'] });

/** Null where it is not allowed, or there is no such thing. */
export const openNamespaces = async (): Promise<Namespaces | null> => {
  const tag = `lx${process.pid}`;
  const [seat, router] = [`${tag}s`, `${tag}r`];
  const remove = (): void => {
    // What its namespace held goes with it.
    for (const name of [seat, router])
      try {
        ip(`netns del ${name}`);
      } catch {
        // It was never made.
      }
  };
  try {
    for (const name of [seat, router]) {
      ip(`netns add ${name}`);
      ip(`-n ${name} link set lo up`);
    }
    ip(`link add ${tag}a netns ${seat} type veth peer name ${tag}b netns ${router}`);
    ip(`-n ${seat} addr add ${SEAT}/24 dev ${tag}a`);
    ip(`-n ${seat} link set ${tag}a up`);
    ip(`-n ${router} addr add ${OUTSIDE}/24 dev ${tag}b`);
    ip(`-n ${router} link set ${tag}b up`);
    ip(`-n ${seat} route add default via ${OUTSIDE}`);
    ip(`link add ${tag}c type veth peer name ${tag}d netns ${router}`);
    ip(`addr add ${HOUSE}/32 dev ${tag}c`);
    ip(`link set ${tag}c up`);
    ip(`route add ${ROUTER}/32 dev ${tag}c`);
    ip(`-n ${router} addr add ${ROUTER}/32 dev ${tag}d`);
    ip(`-n ${router} link set ${tag}d up`);
    ip(`-n ${router} route add ${HOUSE}/32 dev ${tag}d`);
  } catch {
    remove();
    return null;
  }

  const folder = await mkdtemp(join(tmpdir(), 'lianxian-namespace-'));
  let routing: ChildProcess | null = null;
  return {
    house: HOUSE,
    outside: OUTSIDE,
    route: async ports => {
      const script = join(import.meta.dirname, 'router-process.ts');
      const words = JSON.stringify({ near: OUTSIDE, as: ROUTER, to: HOUSE, ...ports });
      const child = spawn('ip', ['netns', 'exec', router, process.execPath, script, words], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      routing = child;
      await once(child.stdout, 'data', { signal: AbortSignal.timeout(START_LIMIT_MS) });
    },
    inside: async program => {
      const file = join(folder, 'inside');
      await writeFile(file, `#!/bin/sh\nexec ip netns exec ${seat} ${program} "$@"\n`);
      await chmod(file, 0o700);
      return file;
    },
    close: async () => {
      routing?.kill('SIGKILL');
      remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
