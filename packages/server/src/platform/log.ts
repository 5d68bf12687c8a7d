import { type Logger, pino } from 'pino';

export type Log = Logger;

/**
 * Fields that may hold what a person said, who they are, or what opens a door. Phones, names and transcripts are logged
 * under `private` alone and never in message text (docs/rules.md#errors); secrets are never logged at all.
 */
const marked = ['private', 'phone', 'name', 'text', 'password', 'token', 'captcha', 'ticket', 'secretKey'];

/** The error itself, not the objects that libraries hang on it: a database error carries its connection and row values. */
const plainError = (error: unknown) => {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack } = error;
  return { name, message, stack, code: (error as { code?: unknown }).code };
};

/** One log per process, JSON lines on stdout. `part` says who writes: web, calls, jobs. */
export const openLog = (level: string, part: string): Log =>
  pino({
    level,
    base: { part },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: plainError },
    redact: { paths: [...marked], censor: '[private]' },
  });
