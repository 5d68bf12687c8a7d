/** What runs now, what left a list, and what is known of a number. */
export const liveSamples = ({ task, call }: { readonly task: string; readonly call: string }) => ({
  'live/calls': { taskId: task },
  'live/tasks': {},
  'live/hangUp': { ids: JSON.stringify([call]) },
  'task/takeOuts': { id: task },
  'task/putBack': { id: task, takeOutId: '1' },
  'numberFile/read': { callId: call },
  'numberFile/export': { callId: call },
});
