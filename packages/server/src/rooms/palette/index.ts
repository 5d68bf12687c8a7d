export { bindPalette } from './palette.routes.ts';
