import { abroadWays } from '../phone/index.ts';
import type { WeekWindows } from '../rules/index.ts';
import { asDialled, type CallerPick, callerPicks, type Rewriting } from './types.ts';

/** One of some words. */
const choice = <const W extends readonly string[]>(words: W, usual: W[number]) =>
  ({ kind: 'choice', words, usual }) as const;
/** On or off. */
const flag = (usual: boolean) => ({ kind: 'flag', usual }) as const;
/** A whole number between two others. */
const whole = (least: number, most: number, usual: number) => ({ kind: 'whole', least, most, usual }) as const;
/** Of a shape of its own, which the contract says. */
const shaped = <T>(usual: T) => ({ kind: 'shaped', usual }) as const;

/**
 * What an owner sets of a line beside its name and address: each is named here and nowhere again. The wire's schema, the
 * stored columns, what a call leaves by, the audit and the draft of the form come of this list; a setting more is an entry
 * here, its column, its words and the place that acts by it. `usual` is what the form of a new line begins with.
 */
export const lineSettings = {
  /** We call its address; we register there first; the gateway registers with us. */
  access: choice(['address', 'register', 'gateway'], 'address'),
  transport: choice(['udp', 'tcp', 'tls'], 'udp'),
  /** Of TLS: by an authority, or any certificate will do. */
  tlsCheck: choice(['ca', 'any'], 'ca'),
  srtp: flag(false),
  /** Its sound may come from the net its signalling comes from, whatever its SDP says. */
  behindNat: flag(false),
  /** Of To and From; empty: the address. */
  domain: shaped<string>(''),
  username: shaped<string>(''),
  codecs: choice(['PCMA,PCMU', 'PCMU,PCMA', 'PCMA', 'PCMU'], 'PCMA,PCMU'),
  keysBy: choice(['auto', 'inband', 'info'], 'auto'),
  rewriting: shaped<Rewriting>(asDialled),
  /** Numbers of other countries: not dialled, or written so. */
  abroad: choice(abroadWays, 'none'),
  pick: choice(callerPicks, 'inTurn' satisfies CallerPick),
  /** Null: at any hour. */
  windows: shaped<WeekWindows | null>(null),
  greetingDelayMs: whole(0, 5_000, 500),
  /** Live calls at once. */
  channels: whole(1, 5_000, 10),
  callsPerSecond: whole(1, 200, 5),
} as const;

export type LineSetting = keyof typeof lineSettings;
type ValueOf<S> = S extends { readonly words: readonly (infer W)[] }
  ? W
  : S extends { readonly kind: 'flag' }
    ? boolean
    : S extends { readonly kind: 'whole' }
      ? number
      : S extends { readonly usual: infer T }
        ? T
        : never;
export type LineSettings = { readonly [S in LineSetting]: ValueOf<(typeof lineSettings)[S]> };

export const lineSettingNames = Object.keys(lineSettings) as readonly LineSetting[];

const only = <T, K extends keyof T>(of: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map(name => [name, of[name]])) as Pick<T, K>;

/** The settings of what has more than those. */
export const settingsOf = <T extends { readonly [S in LineSetting]?: unknown }>(
  line: T,
): Pick<T, LineSetting & keyof T> => only(line, lineSettingNames as readonly (LineSetting & keyof T)[]);

const usual = Object.fromEntries(lineSettingNames.map(name => [name, lineSettings[name].usual]));
/** What the form of a new line begins with. */
export const usualLine = usual as unknown as LineSettings;

const signalling = ['transport', 'tlsCheck', 'domain'] as const satisfies readonly LineSetting[];
const carriage = [...signalling, 'srtp', 'behindNat'] as const satisfies readonly LineSetting[];
/** How the signalling of a line travels; changed, it is another way. */
export const signallingOf = (line: Pick<LineSettings, (typeof signalling)[number]>) => only(line, signalling);
/** What a call over a line is given of it as it stands. */
export const carriageOf = (line: Pick<LineSettings, (typeof carriage)[number]>) => only(line, carriage);
