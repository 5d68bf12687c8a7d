import { BrandingPage } from '../features/branding/branding-page.tsx';
import { takeOwnBrand } from './brand.ts';

/** `/platform/branding`: who saves sees the own page branded anew. */
export const BrandingRoute = () => <BrandingPage onSaved={takeOwnBrand} />;
