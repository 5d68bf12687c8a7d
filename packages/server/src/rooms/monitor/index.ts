export { bindLinesPush, LINES_TOPIC } from './lines-push.ts';
export { bindMonitor } from './monitor.routes.ts';
