import type { ReactNode } from 'react';

/** One condition of a filter: a chip while it holds something, else offered to be added. */
export interface Condition {
  readonly key: string;
  readonly name: string;
  /** What is chosen, in words; null: nothing. */
  readonly value: string | null;
  readonly editor: (close: () => void) => ReactNode;
  readonly onRemove: () => void;
  /** May be added by this person; one of a link is shown and obeyed all the same. */
  readonly offered?: boolean;
  /** Among what may be added it stands under this head. */
  readonly group?: string;
}

interface Changes<F extends object> {
  readonly change: <K extends keyof F>(key: K, value: F[K]) => void;
  /** The filter that narrows nothing. */
  readonly cleared: F;
  readonly names: Readonly<Record<keyof F, string>>;
}

/** Makes conditions over the fields of a filter: what is chosen is put there and the editor closes. */
export const conditionsOver =
  <F extends object>({ change, cleared, names }: Changes<F>) =>
  <K extends keyof F & string>(
    key: K,
    value: string | null,
    editor: (choose: (value: F[K]) => void) => ReactNode,
    rest: Pick<Condition, 'offered' | 'group'> = {},
  ): Condition => ({
    key,
    name: names[key],
    value,
    editor: close =>
      editor(chosen => {
        change(key, chosen);
        close();
      }),
    onRemove: () => change(key, cleared[key]),
    ...rest,
  });
