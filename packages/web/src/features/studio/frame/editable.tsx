import type { ReactNode } from 'react';
import { useDraft } from '../draft/draft-store.ts';

/** A form of the plan: whoever may not edit it reads it, every field and button of it is off. */
export const Editable = ({ children }: { children: ReactNode }) => (
  <fieldset className="studio-editable" disabled={!useDraft(draft => draft.mayEdit)}>
    {children}
  </fieldset>
);
