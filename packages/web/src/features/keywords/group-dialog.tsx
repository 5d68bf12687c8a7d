import { endpoints, semantics } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { AreaField, TextField } from '../../ui/form/fields.tsx';
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { Modal } from '../../ui/modal.tsx';
import { Segments } from '../../ui/segments.tsx';
import { toast } from '../../ui/toast.ts';
import { type Group, useKeywordsChanged } from './use-keywords.ts';

const usual: Group['semantic'] = 'own';

interface GroupDialogProps {
  /** Null: a new one. */
  readonly group: Group | null;
  readonly onSaved: (id: string) => void;
  readonly onClose: () => void;
}

/** Name, meaning and note of a group. */
export const GroupDialog = ({ group, onSaved, onClose }: GroupDialogProps) => {
  const { t } = useTranslation('keywords');
  const changed = useKeywordsChanged();
  const form = useEndpointForm({
    endpoint: endpoints.keywords.saveGroup,
    start: { name: group?.name ?? '', semantic: group?.semantic ?? usual, note: group?.note ?? '' },
    input: typed => ({ ...typed, ...(group && { id: group.id }) }),
    onDone: ({ id }) => {
      toast.ok(t($ => $.saved));
      onSaved(id);
      return changed();
    },
  });
  return (
    <Modal
      title={group ? t($ => $.groups.edit) : t($ => $.groups.add)}
      closeLabel={t($ => $.close)}
      className="keywords-dialog"
      onClose={onClose}
    >
      <form {...form.props} className="modal-body">
        <TextField form={form} name="name" label={t($ => $.groups.name)} autoFocus />
        <div className="form-field">
          <span className="keywords-label">{t($ => $.groups.semantic)}</span>
          <Segments
            label={t($ => $.groups.semantic)}
            options={semantics.map(value => ({ value, text: t($ => $.semantic[value]) }))}
            value={form.values.semantic}
            onChange={semantic => form.set({ semantic })}
          />
        </div>
        <AreaField
          form={form}
          name="note"
          label={t($ => $.groups.note)}
          rows={2}
          placeholder={t($ => $.groups.notePlace)}
        />
        <footer>
          <Button onClick={onClose}>{t($ => $.cancel)}</Button>
          <Button kind="primary" type="submit" disabled={form.values.name.trim() === ''} loading={form.busy}>
            {t($ => $.save)}
          </Button>
        </footer>
      </form>
    </Modal>
  );
};
