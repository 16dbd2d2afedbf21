// Schemas describe requests and replies for OpenAPI; they neither check nor shape them. Requests are checked by the
// rooms, in the contract's own words, and prebuilt replies pass unchanged. That the descriptions are true is tested:
// every limit a schema states is tried (test/contract/schema-claims.test.ts), every reply is held against its schema.
import type { Server } from "./server.ts";

export function useSchemasAsDescriptions(scope: Server): void {
  scope.setValidatorCompiler(() => () => true);
  scope.setSerializerCompiler(() => JSON.stringify);
}
