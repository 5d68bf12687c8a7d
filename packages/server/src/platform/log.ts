import { type Logger, pino } from 'pino';

export type Log = Logger;

/**
 * Fields that may hold what a person said, who they are, or what opens a door. Phones, names and transcripts are logged
 * under `private` alone and never in message text (house §6); secrets are never logged at all.
 */
const marked = ['private', 'phone', 'name', 'text', 'password', 'token', 'captcha', 'ticket', 'secretKey'];

/** One log per process, JSON lines on stdout. `part` says who writes: web, calls, jobs. */
export const openLog = (level: string, part: string): Log =>
  pino({
    level,
    base: { part },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: marked.flatMap(field => [field, `*.${field}`]), censor: '[private]' },
  });
