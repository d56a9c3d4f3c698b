declare module "gltf-validator" {
  interface ValidationMessage {
    readonly code: string;
    readonly message: string;
    /** 0 error, 1 warning, 2 information, 3 hint. */
    readonly severity: number;
    readonly pointer?: string;
  }
  interface ValidationOptions {
    readonly externalResourceFunction?: (uri: string) => Promise<Uint8Array>;
  }
  interface ValidationReport {
    readonly issues: { readonly messages: readonly ValidationMessage[] };
  }
  const validator: { validateBytes(bytes: Uint8Array, options?: ValidationOptions): Promise<ValidationReport> };
  export default validator;
}
