// What the text service says of an account and of itself.

/**
 * Where the account stands today.
 *
 * @example
 * ```ts
 * import { createClient, type Usage } from "@lodestone/client";
 *
 * const client = createClient({
 *   baseUrl: "https://lodestone.example",
 *   apiKey: "ls_live_your_key",
 *   origin: "https://example.com",
 * });
 * const usage: Usage = await client.authenticity.getUsage();
 * console.log(`${usage.remaining} of ${usage.limit} checks left on ${usage.day}.`);
 * ```
 */
export type Usage = {
  /** The UTC day, `YYYY-MM-DD`. */
  day: string;
  limit: number;
  used: number;
  remaining: number;
  /** Seconds to midnight UTC, when the checks return. */
  resets_in: number;
  /** Days with the sign-up bonus that are left, today included. */
  bonus_days_left: number;
  /** The last 30 days, by day, endpoint and key. */
  history: Array<{ day: string; endpoint: string; key_id: string | null; checks: number }>;
};

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
export type Models = {
  models: Array<{
    version: string;
    is_current: boolean;
    /** Two-letter codes of the languages that get a verdict; texts in others are `Uncertain`. */
    languages: string[];
    /** Names the operator's own calibration, when one is in force. */
    calibration?: string;
  }>;
};
