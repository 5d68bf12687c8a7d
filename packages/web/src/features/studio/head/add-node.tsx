import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Popover } from '../../../ui/popover.tsx';
import { KindList } from '../canvas/kind-list.tsx';
import { useAddNode } from '../canvas/use-add-node.ts';

/** One more node, of a kind that is chosen here. */
export const AddNode = () => {
  const { t } = useTranslation('studio');
  const add = useAddNode();
  return (
    <Popover
      className="button studio-add-node"
      align="end"
      label={
        <>
          <Plus size={15} aria-hidden="true" /> {t($ => $.head.addNode)}
        </>
      }
    >
      {close => (
        <KindList
          onKind={kind => {
            close();
            add(kind);
          }}
        />
      )}
    </Popover>
  );
};
