import { useCurrentUser } from '../../session/current-user.ts';

/** What is done to chosen customers, the usual ones first. */
export const acts = ['assign', 'type', 'tag', 'toTask', 'sms', 'merge', 'take', 'give', 'remove'] as const;
export type Act = (typeof acts)[number];
/** What a dialog here asks for; messages are written where they are. */
export type AskedAct = Exclude<Act, 'sms'>;
/** Behind ⋯. */
export const seldom: readonly AskedAct[] = ['merge', 'take', 'give', 'remove'];

/** What this person may do with them. */
export const useMayAct = (): Readonly<Record<Act | 'export', boolean>> => {
  const user = useCurrentUser();
  const btns = user?.btns ?? [];
  const assigns = btns.includes('number:assign');
  return {
    assign: assigns,
    type: true,
    tag: true,
    toTask: btns.includes('task:create') && (user?.rights.includes('myTask') ?? false),
    sms: btns.includes('task:create') && (user?.rights.includes('messageTem') ?? false),
    merge: assigns,
    take: true,
    give: true,
    remove: assigns,
    export: btns.includes('number:export'),
  };
};
