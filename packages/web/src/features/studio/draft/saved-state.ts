/** Is a draft saved? What its head says. */
export type SavedState =
  | { readonly state: 'saved' }
  /** Changed here, on its way to the server. */
  | { readonly state: 'saving' }
  /** No answer: it is tried again, what is typed stays here. */
  | { readonly state: 'offline' }
  /** The server said no; `why` is its sentence. Tried again with the next change. */
  | { readonly state: 'refused'; readonly why: string }
  /** Somebody else saved first: nothing is sent until one has chosen. `why` says who and when. */
  | { readonly state: 'taken'; readonly why: string };
