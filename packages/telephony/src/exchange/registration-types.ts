import type { QopMemory } from '../sip/user-agent/digest.ts';
import type { RegistrationState } from '../sip/user-agent/registration-state.ts';
import type { Trunk } from './types.ts';

/** A registration of ours with a carrier (RFC 3261 §10): kept up until it is stopped. */
export interface RegistrationRequest {
  /** A name for it, of its caller's choice; a second registration of one name replaces the first. */
  readonly id: string;
  /** `target` is the registrar; `domain`, or else the target's host, is the domain of the address that is registered. */
  readonly trunk: Trunk;
  readonly username: string;
  readonly password: string;
  readonly memory?: QopMemory;
  /** How long a binding is asked for; the registrar may grant another time, and that one counts. */
  readonly expiresS: number;
}

export interface Registration {
  /** Takes the binding back at the registrar; resolves when it is answered, or after a short limit. */
  readonly stop: () => Promise<void>;
  /** Asks anew now, whatever it waits for: its user looks, or the credentials were changed elsewhere. */
  readonly again: () => void;
}

export interface ExchangeRegister {
  /** Registers and keeps registered; `onState` hears every change, the first one before this returns. */
  readonly register: (request: RegistrationRequest, onState: (state: RegistrationState) => void) => Registration;
}
