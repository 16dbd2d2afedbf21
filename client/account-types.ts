// What the text service says of an account and of itself.
import type * as wire from "./wire-types.ts";

/**
 * Where the account stands today.
 *
 * @example
 * ```ts
 * import { createClient, type Usage } from "@lodestone/client";
 *
 * const client = createClient({
 *   baseUrl: "https://lodestone.example",
 *   apiKey: "ls_test_your_key",
 *   origin: "https://example.com",
 * });
 * const usage: Usage = await client.authenticity.getUsage();
 * console.log(`${usage.remaining} of ${usage.limit} checks left on ${usage.day}.`);
 * ```
 */
export type Usage = wire.Usage;

/**
 * The models the service answers with.
 *
 * @example
 * ```ts
 * import { createClient, type Models } from "@lodestone/client";
 *
 * const client = createClient({ baseUrl: "https://lodestone.example" });
 * const { models }: Models = await client.authenticity.listModels();
 * console.log(models.find((model) => model.is_current)?.version);
 * ```
 */
export type Models = wire.Models;
