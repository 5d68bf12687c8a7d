import { useTranslation } from 'react-i18next';
import { Empty, ErrorPanel } from '../../ui/panels.tsx';
import { useSearch } from './articles.ts';
import type { Branch } from './tree.ts';

interface PickProps {
  readonly openId: string | undefined;
  readonly onOpen: (id: string) => void;
}

/** Articles below their sections. */
export const Contents = ({ branches, openId, onOpen }: PickProps & { branches: readonly Branch[] }) => (
  <ul>
    {branches.map(({ id, title, below }) => (
      <li key={id}>
        {below.length > 0 ? (
          <>
            <strong className="hint">{title}</strong>
            <Contents branches={below} openId={openId} onOpen={onOpen} />
          </>
        ) : (
          <button
            className="choice lit"
            type="button"
            aria-current={id === openId ? 'true' : undefined}
            onClick={() => onOpen(id)}
          >
            {title}
          </button>
        )}
      </li>
    ))}
  </ul>
);

type Run = { readonly text: string; readonly hit: boolean };
const Runs = ({ runs }: { runs: readonly Run[] }) => {
  let at = 0;
  return runs.map(({ text, hit }) => {
    at += text.length;
    return hit ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>;
  });
};

/** Articles that have every word looked for, the places marked. */
export const Found = ({ q, openId, onOpen }: PickProps & { q: string }) => {
  const { t } = useTranslation('help');
  const { data, isError, refetch, error } = useSearch(q);
  if (isError) return <ErrorPanel title={t($ => $.failed)} error={error} onAgain={() => void refetch()} />;
  if (!data) return null;
  return (
    <>
      <p className="help-found hint" role="status">
        {t($ => $.found, { n: data.list.length })}
      </p>
      {data.list.length === 0 ? (
        <Empty title={t($ => $.noneFound)} hint={t($ => $.noneFoundHint)} />
      ) : (
        <ul>
          {data.list.map(({ id, title, excerpt }) => (
            <li key={id}>
              <button
                type="button"
                className="help-hit choice lit"
                aria-current={id === openId ? 'true' : undefined}
                onClick={() => onOpen(id)}
              >
                <b>
                  <Runs runs={title} />
                </b>
                <small className="small">
                  <Runs runs={excerpt} />
                </small>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
};
