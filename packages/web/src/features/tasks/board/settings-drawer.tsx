import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Drawer } from '../../../ui/drawer.tsx';
import { ErrorPanel, Skeleton } from '../../../ui/panels.tsx';
import { baseFaults, pacingFaults } from '../editor/draft.ts';
import { PacingStep } from '../editor/pacing-step.tsx';
import { type Ground, useDraft, useGround } from '../editor/use-draft.ts';
import '../editor/editor.css';

interface SettingsDrawerProps {
  readonly id: string;
  readonly onClose: () => void;
}
const nothing = () => undefined;

/** Concurrency, hours and retries of a task that runs, beside its board; they count for the next calls. */
export const SettingsDrawer = ({ id, onClose }: SettingsDrawerProps) => {
  const { t } = useTranslation('tasks');
  const ground = useGround(id);
  if (ground.failed)
    return (
      <Drawer title={t($ => $.act.settings)} closeLabel={t($ => $.close)} onClose={onClose}>
        <ErrorPanel title={t($ => $.editor.failed)} error={ground.error} onAgain={ground.again} />
      </Drawer>
    );
  return <Settings id={id} ground={ground} onClose={onClose} />;
};

const Settings = ({ id, ground, onClose }: SettingsDrawerProps & { ground: Ground }) => {
  const { t } = useTranslation('tasks');
  const { draft, change, save, saving, root } = useDraft(id, ground, nothing);
  const whole = draft !== null && [...baseFaults(draft), ...pacingFaults(draft)].length === 0;
  const finish = async () => {
    if (await save()) onClose();
  };
  return (
    <Drawer
      title={t($ => $.act.settings)}
      closeLabel={t($ => $.close)}
      onClose={onClose}
      footer={
        <Button kind="primary" disabled={!whole} loading={saving === 'saving'} onClick={() => void finish()}>
          {t($ => $.save)}
        </Button>
      }
    >
      {draft && ground.ports ? (
        <div ref={root}>
          <PacingStep
            taskId={id}
            draft={draft}
            ports={ground.ports}
            plans={ground.plans ?? []}
            merchantChannels={ground.rules?.channels ?? null}
            taskHours={ground.taskHours}
            onChange={change}
          />
        </div>
      ) : (
        <Skeleton rows={8} />
      )}
    </Drawer>
  );
};
