import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../../ui/panels.tsx';

interface DoneStepProps {
  readonly name: string;
  readonly onMakeTask: () => void;
  readonly onLines: () => void;
  readonly onAnother: () => void;
}

/** The line rings: what one may do with it. */
export const DoneStep = ({ name, onMakeTask, onLines, onAnother }: DoneStepProps) => {
  const { t } = useTranslation('lines');
  return (
    <section className="connect-step" aria-label={t($ => $.connect.steps.done)}>
      <div className="connect-body">
        <Empty title={t($ => $.connect.doneTitle, { name })} hint={t($ => $.connect.doneHint)}>
          <p className="connect-again">
            <Button type="primary" onClick={onMakeTask}>
              {t($ => $.connect.makeTask)}
            </Button>
            <Button onClick={onLines}>{t($ => $.connect.toPorts)}</Button>
            <Button onClick={onAnother}>{t($ => $.connect.another)}</Button>
          </p>
        </Empty>
      </div>
    </section>
  );
};
