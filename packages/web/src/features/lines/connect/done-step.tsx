import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCurrentUser } from '../../../session/current-user.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/panels.tsx';

interface DoneStepProps {
  readonly name: string;
  /** The call that was heard. */
  readonly callId: string | null;
  readonly onMakeTask: () => void;
  readonly onLines: () => void;
  readonly onAnother: () => void;
}

/** The line rings: what one may do with it. */
export const DoneStep = ({ name, callId, onMakeTask, onLines, onAnother }: DoneStepProps) => {
  const { t } = useTranslation('lines');
  const mayMakeTask = useCurrentUser()?.btns.includes('task:create') ?? false;
  return (
    <div className="connect-body">
      <Empty title={t($ => $.connect.doneTitle, { name })} hint={t($ => $.connect.doneHint)}>
        <p className="connect-again row gap-8">
          {mayMakeTask && (
            <Button kind="primary" onClick={onMakeTask}>
              {t($ => $.connect.makeTask)}
            </Button>
          )}
          <Button onClick={onLines}>{t($ => $.connect.toPorts)}</Button>
          <Button onClick={onAnother}>{t($ => $.connect.another)}</Button>
          {callId !== null && (
            <Link className="link" to={`/platform/call/${callId}`}>
              {t($ => $.connect.record)}
            </Link>
          )}
        </p>
      </Empty>
    </div>
  );
};
