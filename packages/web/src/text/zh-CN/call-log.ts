/** Words of the call log and the batch tasks. */
export const words = {
  title: '通话记录',
};
