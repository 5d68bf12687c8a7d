/** What a merchant has with a vendor: its application there, and a key with its name. The secret is opened for this use alone. */
export interface VendorAccount {
  readonly appId: string;
  readonly keyId: string;
  readonly secret: string;
}
