import { useCurrentUser } from '../../session/current-user.ts';

/** What this person may do with chosen calls; without any of it rows are not chosen. Copied numbers must be whole ones. */
export const useChosenActs = () => {
  const user = useCurrentUser();
  const btns = user?.btns ?? [];
  const whole = btns.includes('phone:unmask');
  const exports = btns.includes('callLog:export');
  return {
    copy: whole,
    append: whole && btns.includes('task:create'),
    export: exports,
    type: user !== undefined,
    recordings: exports,
    library: btns.includes('number:import'),
    assign: btns.includes('number:assign'),
    remove: btns.includes('callLog:delete'),
  };
};

/** Done more seldom, under ⋯. */
export const moreActs = ['type', 'library', 'recordings', 'assign', 'remove'] as const;
export type MoreAct = (typeof moreActs)[number];
