import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDraft, useDraftStore } from '../draft/draft-store.ts';
import { hasRoomForVariable, withVariable } from '../graph/variables.ts';

const NameDialog = lazy(() => import('../frame/name-dialog.tsx').then(file => ({ default: file.NameDialog })));

interface NewVariable {
  /** A plan has so many variables and no more. */
  readonly mayMake: boolean;
  /** Makes one that is called so; without a name it is asked for. `onMade` is told its name. */
  readonly make: (label: string, onMade: (name: string) => void) => void;
  /** Stands where it is used: the question for a name, while it is asked. */
  readonly question: ReactNode;
}

/** A variable is made where it is needed, and is one of the plan from then on. */
export const useNewVariable = (): NewVariable => {
  const { t } = useTranslation(['inspector', 'studio']);
  const store = useDraftStore();
  const mayMake = useDraft(({ plan, mayEdit }) => mayEdit && hasRoomForVariable(plan));
  const [asked, setAsked] = useState<{ readonly onMade: (name: string) => void } | null>(null);
  const make = (label: string, onMade: (name: string) => void) => {
    if (label === '') return setAsked({ onMade });
    const { plan, name } = withVariable(store.getState().plan, label);
    if (name === '') return;
    store.getState().change(
      () => plan,
      t($ => $.steps.variables, { ns: 'studio' }),
    );
    onMade(name);
  };
  const question = asked && (
    <Suspense>
      <NameDialog
        title={t($ => $.sentence.newVariable)}
        label={t($ => $.settings.variable)}
        way="variables.name"
        first=""
        onName={label => make(label, asked.onMade)}
        onClose={() => setAsked(null)}
      />
    </Suspense>
  );
  return { mayMake, make, question };
};
