declare module "gltf-validator" {
  interface ValidationMessage {
    readonly code: string;
    readonly message: string;
    /** 0 error, 1 warning, 2 information, 3 hint. */
    readonly severity: number;
    readonly pointer?: string;
  }
  const validator: {
    validateBytes(bytes: Uint8Array): Promise<{ readonly issues: { readonly messages: readonly ValidationMessage[] } }>;
  };
  export default validator;
}
