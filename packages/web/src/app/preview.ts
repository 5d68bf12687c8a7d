import { create } from 'zustand';
import { isPreview } from '../api/token.ts';
import { signOut } from '../session/current-user.ts';

/** This window looked with an employee's eyes (decision 67), and that is over: nothing of that person is shown any more. */
const useStore = create<{ readonly over: boolean }>(() => ({ over: false }));

export const usePreviewOver = (): boolean => useStore(({ over }) => over);
export const previewOver = (over = true): void => useStore.setState({ over });

/** Out of here. A preview's window goes, back to the one that opened it; one that may not close itself says that it is over. */
export const leave = async (goHome: () => unknown): Promise<void> => {
  await signOut();
  if (!isPreview()) return void goHome();
  previewOver();
  window.close();
};
