import { hash, verify } from '@node-rs/argon2';

/** argon2id with the library's parameters (19 MiB, 2 passes, OWASP's minimum). */
export const hashPassword = (password: string): Promise<string> => hash(password);

/** Made once: an unknown account costs the same time as a wrong password. */
let nobody: Promise<string> | null = null;

/** `stored` is undefined for an unknown account: the same work, always false. */
export const isPassword = async (stored: string | undefined, password: string): Promise<boolean> => {
  nobody ??= hash('nobody has this password');
  const isRight = await verify(stored ?? (await nobody), password);
  return isRight && stored !== undefined;
};
