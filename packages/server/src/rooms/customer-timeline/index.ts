export { bindCustomerTimeline } from './timeline.routes.ts';
