import { createHash, randomBytes } from 'node:crypto';
import { limits } from '@lianxian/contract';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { later } from '../../platform/time.ts';
import { keepCaptcha, takeCaptcha } from './captcha.store.ts';
import { newCaptcha } from './captcha-picture.ts';

export interface Captchas {
  readonly required: boolean;
  /** A new one: its key and its picture (SVG text). */
  readonly make: (at: Date) => Promise<{ key: string; image: string }>;
  /**
   * Null: answered wrong, or not there. Each is good for one answer, right or wrong, within five minutes; who answered
   * right and must come again gets it back for the rest of them.
   */
  readonly take: (key: string, answer: string, at: Date) => Promise<{ readonly giveBack: () => Promise<void> } | null>;
}

const KEY_BYTES = 18;

/** The answer is kept as a hash that only its key explains; case does not count. */
const hashOf = (key: string, answer: string): Buffer =>
  createHash('sha256').update(`${key} ${answer.trim().toLowerCase()}`).digest();

export const openCaptchas = (db: UnscopedDb, required: boolean): Captchas => ({
  required,
  make: async at => {
    const { text, image } = newCaptcha();
    const key = randomBytes(KEY_BYTES).toString('base64url');
    await keepCaptcha(db, { key, answerHash: hashOf(key, text), expiresAt: later(at, limits.captchaMs) }, at);
    return { key, image };
  },
  take: async (key, answer, at) => {
    if (!required) return { giveBack: () => Promise.resolve() };
    const kept = await takeCaptcha(db, key);
    if (kept === undefined || kept.expiresAt <= at || !kept.answerHash.equals(hashOf(key, answer))) return null;
    return { giveBack: () => keepCaptcha(db, { key, answerHash: kept.answerHash, expiresAt: kept.expiresAt }, at) };
  },
});
