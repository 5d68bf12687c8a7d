export {
  breakPromises,
  type CallBack,
  closePromise,
  dropPromise,
  overduePromises,
  promise,
  raise,
  raisedBefore,
} from './promises.store.ts';
export { bindTodos } from './todos.routes.ts';
export { findTodo } from './todos.store.ts';
export { standingView } from './todos.view.ts';
