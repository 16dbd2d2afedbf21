// Schemas describe requests and replies for OpenAPI; they neither validate nor serialise them. Requests are validated
// by the rooms, with the contract's own messages, and prebuilt replies pass unchanged. Tests keep the descriptions
// true: every limit a schema states is tried (test/contract/schema-claims.test.ts), and every reply is validated.
import type { Server } from "./server.ts";

export function useSchemasAsDescriptions(scope: Server): void {
  scope.setValidatorCompiler(() => () => true);
  scope.setSerializerCompiler(() => JSON.stringify);
}
