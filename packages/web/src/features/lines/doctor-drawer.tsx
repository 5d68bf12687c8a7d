import { RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DoctorList } from '../../line/doctor.tsx';
import { useDoctor } from '../../line/use-check.ts';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import type { Line } from './draft.ts';

/** The doctor at one line: asked when it opens, its findings as they come. */
export const DoctorDrawer = ({ line, onClose }: { line: Line; onClose: () => void }) => {
  const { t } = useTranslation('lines');
  const check = useDoctor(line.id);
  return (
    <Drawer
      title={t($ => $.doctor.of, { name: line.name })}
      subject={line.id}
      closeLabel={t($ => $.close)}
      onClose={onClose}
      footer={
        <>
          <span className="hint">{t($ => $.doctor.hint)}</span>
          <Button
            icon={<RotateCcw size={14} aria-hidden="true" />}
            disabled={check.running}
            onClick={() => check.ask('doctor')}
          >
            {t($ => $.doctor.again)}
          </Button>
        </>
      }
    >
      <DoctorList check={check} />
    </Drawer>
  );
};
