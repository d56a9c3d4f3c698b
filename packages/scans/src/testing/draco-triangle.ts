// One triangle (0 0 0, 2 0 0, 0 3 1) as a GLB whose geometry is compressed with Draco.
const base64 =
  "Z2xURgIAAADcAgAAaAIAAEpTT057ImFzc2V0Ijp7ImdlbmVyYXRvciI6ImdsVEYtVHJhbnNmb3JtIHY0LjUuMSIsInZlcnNpb24i" +
  "OiIyLjAifSwiYWNjZXNzb3JzIjpbeyJ0eXBlIjoiU0NBTEFSIiwiY29tcG9uZW50VHlwZSI6NTEyMywiY291bnQiOjN9LHsidHlw" +
  "ZSI6IlZFQzMiLCJjb21wb25lbnRUeXBlIjo1MTI2LCJjb3VudCI6MywibWF4IjpbMiwzLDFdLCJtaW4iOlswLDAsMF19XSwiYnVm" +
  "ZmVyVmlld3MiOlt7ImJ1ZmZlciI6MCwiYnl0ZU9mZnNldCI6MCwiYnl0ZUxlbmd0aCI6ODV9XSwiYnVmZmVycyI6W3siYnl0ZUxl" +
  "bmd0aCI6ODV9XSwibWVzaGVzIjpbeyJwcmltaXRpdmVzIjpbeyJhdHRyaWJ1dGVzIjp7IlBPU0lUSU9OIjoxfSwibW9kZSI6NCwi" +
  "aW5kaWNlcyI6MCwiZXh0ZW5zaW9ucyI6eyJLSFJfZHJhY29fbWVzaF9jb21wcmVzc2lvbiI6eyJidWZmZXJWaWV3IjowLCJhdHRy" +
  "aWJ1dGVzIjp7IlBPU0lUSU9OIjowfX19fV19XSwibm9kZXMiOlt7Im1lc2giOjB9XSwic2NlbmVzIjpbeyJub2RlcyI6WzBdfV0s" +
  "InNjZW5lIjowLCJleHRlbnNpb25zVXNlZCI6WyJLSFJfZHJhY29fbWVzaF9jb21wcmVzc2lvbiJdLCJleHRlbnNpb25zUmVxdWly" +
  "ZWQiOlsiS0hSX2RyYWNvX21lc2hfY29tcHJlc3Npb24iXX0gWAAAAEJJTgBEUkFDTwICAQEAAAADAQABAAABB/8BEQH/AAABAAkD" +
  "AAACAQEBAA83AUABAKsqAAAAsKoBgKoKAAgAqSoAAAAA/z8AAAAAAAAAAAAAAAAAAAAAQEAOAAAA";

export function dracoTriangle(): Uint8Array {
  return new Uint8Array(Buffer.from(base64, "base64"));
}
