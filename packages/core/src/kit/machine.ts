/**
 * What a machine answers to one event (house: machines and effects).
 *
 * - `moved`: the state may have changed and the effects are to be carried out, in order.
 * - `ignored`: nothing changes, and we know why. Whatever comes from the network, a clock or a user ends here at worst.
 * - `impossible`: a defect of our own. The rim ends that one call and reports its event log.
 */
export type Step<State, Effect> =
  | { readonly kind: 'moved'; readonly state: State; readonly effects: readonly Effect[] }
  | { readonly kind: 'ignored'; readonly state: State; readonly because: string }
  | { readonly kind: 'impossible'; readonly because: string };

export const moved = <S, E>(state: S, ...effects: readonly E[]): Step<S, E> => ({ kind: 'moved', state, effects });
export const ignored = <S>(state: S, because: string): Step<S, never> => ({ kind: 'ignored', state, because });
export const impossible = (because: string): Step<never, never> => ({ kind: 'impossible', because });
