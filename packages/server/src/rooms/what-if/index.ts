export { bindWhatIf } from './what-if.routes.ts';
