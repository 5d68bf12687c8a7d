export { foretellJob } from './foretell.job.ts';
export { bindWhatIf } from './what-if.routes.ts';
