import { useTranslation } from 'react-i18next';
import { kindIcons, type NodeKind, nodeKinds } from '../graph/node-kinds.ts';

/** Every kind of node with what it is for. */
export const KindList = ({ onKind }: { onKind: (kind: NodeKind) => void }) => {
  const { t } = useTranslation('studio');
  return (
    <ul className="studio-kinds">
      {nodeKinds.map(kind => {
        const Icon = kindIcons[kind];
        return (
          <li key={kind}>
            <button className="grid gap-8 choice lit" type="button" onClick={() => onKind(kind)}>
              <Icon size={16} aria-hidden="true" />
              <strong>{t($ => $.kinds[kind].name)}</strong>
              <span className="hint">{t($ => $.kinds[kind].says)}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
};
