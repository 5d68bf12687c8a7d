export { bindNotices } from './notices.routes.ts';
