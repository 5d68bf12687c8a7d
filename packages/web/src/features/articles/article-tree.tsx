import { ChevronDown, ChevronUp, EyeOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type Article, depths, stepOf, useMoveArticle } from './use-articles.ts';

interface ArticleTreeProps {
  readonly list: readonly Article[];
  readonly openId: string | null;
  readonly onOpen: (id: string) => void;
}

/** Every article below its section; the open one can be moved among its siblings. */
export const ArticleTree = ({ list, openId, onOpen }: ArticleTreeProps) => {
  const { t } = useTranslation('editorial');
  const move = useMoveArticle();
  const depth = depths(list);
  const steps = [
    { step: 'up', Icon: ChevronUp, name: t($ => $.articles.up) },
    { step: 'down', Icon: ChevronDown, name: t($ => $.articles.down) },
  ] as const;
  return (
    <ul className="articles-tree">
      {list.map(({ id, title, isOnline }) => (
        <li key={id} className={id === openId ? 'is-open' : undefined}>
          <button
            type="button"
            aria-current={id === openId ? 'true' : undefined}
            style={{ paddingLeft: 8 + (depth.get(id) ?? 0) * 16 }}
            onClick={() => onOpen(id)}
          >
            <span className="cut">{title}</span>
            {!isOnline && <EyeOff size={13} role="img" aria-label={t($ => $.articles.offline)} />}
          </button>
          {id === openId &&
            steps.map(({ step, Icon, name }) => {
              const wanted = stepOf(list, id, step);
              return (
                <button
                  key={step}
                  type="button"
                  className="icon-button"
                  aria-label={`${name} ${title}`}
                  disabled={wanted === null || move.isPending}
                  onClick={() => wanted && move.mutate(wanted)}
                >
                  <Icon size={14} aria-hidden="true" />
                </button>
              );
            })}
        </li>
      ))}
    </ul>
  );
};
