export { bindNotices, noticeRestored } from './notices.routes.ts';
