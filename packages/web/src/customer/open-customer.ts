import { create } from 'zustand';

/** Whose drawer it is: a customer's, of whose call that was, of whose number that is (or its token), or of somebody new. */
export type CustomerOf = { readonly id: string } | { readonly logid: string } | { readonly phone: string } | 'new';

/** Where it was opened from: 1 a task, 2 a call, 3 the library, where there is no call and so no temporary parameters. */
export type CustomerState = 1 | 2 | 3;

interface OpenCustomer {
  readonly of: CustomerOf;
  readonly state: CustomerState;
}

/** The drawer over whatever page one is on: a call, a task, the console. The library has its own beside the list. */
export const useOpenCustomer = create<{ readonly open: OpenCustomer | null }>(() => ({ open: null }));
export const openCustomer = (of: CustomerOf, state: CustomerState): void =>
  useOpenCustomer.setState({ open: { of, state } });
export const closeCustomer = (): void => useOpenCustomer.setState({ open: null });
