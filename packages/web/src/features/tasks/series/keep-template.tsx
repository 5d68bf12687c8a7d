import { BookmarkPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';

const TemplateDialog = lazy(() => import('./template-dialog.tsx').then(file => ({ default: file.TemplateDialog })));

/** In the editor: the settings of this task kept as a template. */
export const KeepTemplate = ({ id, name }: { id: string; name: string }) => {
  const { t } = useTranslation('tasks');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="text" icon={<BookmarkPlus size={14} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t($ => $.act.template)}
      </Button>
      {isOpen && (
        <Suspense>
          <TemplateDialog task={{ id, name }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
