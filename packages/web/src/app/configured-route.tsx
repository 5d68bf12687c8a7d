import { ConfiguredPage } from '../features/configured/configured-page.tsx';
import { MerchantRules } from '../features/rules/merchant-rules.tsx';

/** The settings, with the rules of calling among them: those that stand beside the tasks as well. */
export const ConfiguredRoute = () => <ConfiguredPage calling={<MerchantRules />} />;
