import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Popover } from '../../../ui/popover.tsx';
import { useAddNode } from '../canvas/use-add-node.ts';
import { kindIcons, nodeKinds } from '../graph/node-kinds.ts';

/** Every kind of node with what it is for. */
export const AddNode = () => {
  const { t } = useTranslation('studio');
  const add = useAddNode();
  return (
    <Popover
      className="button add-node"
      align="end"
      label={
        <>
          <Plus size={15} aria-hidden="true" /> {t($ => $.head.addNode)}
        </>
      }
    >
      {close => (
        <ul className="kind-list">
          {nodeKinds.map(kind => {
            const Icon = kindIcons[kind];
            return (
              <li key={kind}>
                <button
                  type="button"
                  onClick={() => {
                    close();
                    add(kind);
                  }}
                >
                  <Icon size={16} aria-hidden="true" />
                  <strong>{t($ => $.kinds[kind].name)}</strong>
                  <span>{t($ => $.kinds[kind].says)}</span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </Popover>
  );
};
