import { useSearchParams } from 'react-router';
import { useLatest } from './use-latest.ts';

/** Parts of the address by name; null takes one away. */
type Parts = Readonly<Record<string, string | null>>;
type Put = (parts: Parts, replace?: boolean) => void;

/**
 * The query of the address, and a way to change parts of it, the same from first to last; `replace` makes no step of the
 * back button.
 */
export const useAddress = (): { readonly query: URLSearchParams; readonly put: Put } => {
  const [query, setQuery] = useSearchParams();
  const put = useLatest<Parameters<Put>, void>((parts, replace = false) =>
    setQuery(
      before => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(parts)) value ? after.set(name, value) : after.delete(name);
        return after;
      },
      { replace },
    ),
  );
  return { query, put };
};

/** What stands open beside a list (`?open=`): a link, a reload and the back button keep it. Walking is one step. */
export const useOpen = () => {
  const { query, put } = useAddress();
  const id = query.get('open');
  const open = useLatest((next: string | null) => put({ open: next, t: null }, id !== null && next !== null));
  return { id, open };
};
