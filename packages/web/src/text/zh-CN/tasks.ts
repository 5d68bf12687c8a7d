/** Words of the tasks: list, wizard, board. */
export const words = {
  title: '我的任务',
};
