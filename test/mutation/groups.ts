// What mutation testing changes, and the tests that must notice: fast ones, which need nothing but
// npm. The whole suite would start servers and browsers for every mutant.

export type Group = {
  mutate: string[];
  tests: string[];
  /** What a mutant may take beyond twice its tests' own time before it counts as hanging. Waiting for
   * stores and connections needs more of it than plain computing. */
  timeoutMS: number;
};

export const groups: Record<string, Group> = {
  quota: {
    timeoutMS: 20_000,
    mutate: [
      "src/accounts/quota.ts",
      "src/accounts/reserved-check.ts",
      "src/accounts/seats.ts",
      "src/accounts/days.ts",
      "src/accounts/idempotency.ts",
      "src/accounts/refusals.ts",
    ],
    tests: [
      "src/accounts/{days,idempotency,refusals,seats}.test.ts",
      "src/accounts/{quota,quota-rules}.test.ts",
    ],
  },
  guard: {
    timeoutMS: 20_000,
    mutate: [
      "src/authenticity/guard.ts",
      "src/metering/metering.ts",
      "src/accounts/admission.ts",
      "src/accounts/limits.ts",
      "src/accounts/origin.ts",
      "src/accounts/key-format.ts",
    ],
    tests: [
      "src/accounts/{accounts,key-format,keys,limits,origin}.test.ts",
      "src/authenticity/guard.test.ts",
    ],
  },
  accounts: {
    timeoutMS: 20_000,
    mutate: [
      "src/accounts/accounts.ts",
      "src/accounts/enrolment.ts",
      "src/accounts/sign-up.ts",
      "src/accounts/password-proof.ts",
      "src/accounts/keys.ts",
      "src/accounts/sessions.ts",
      "src/accounts/passwords.ts",
      "src/accounts/secrets.ts",
      "src/accounts/email.ts",
    ],
    tests: [
      "src/accounts/{email,enrolment,keys,key-rules}.test.ts",
      "src/accounts/{cleanup,passwords,secrets,sessions}.test.ts",
    ],
  },
  "location-parts": {
    timeoutMS: 6_000,
    mutate: [
      "src/locations/search/edit-distance.ts",
      "src/locations/search/normalise.ts",
      "src/locations/search/sieve.ts",
    ],
    tests: ["src/locations/search/{edit-distance,normalise,search}.test.ts"],
  },
  "location-index": {
    timeoutMS: 6_000,
    mutate: [
      "src/locations/search/in-context.ts",
      "src/locations/search/one-word.ts",
      "src/locations/search/parse-query.ts",
      "src/locations/search/search.ts",
      "src/locations/search/word-index.ts",
    ],
    tests: ["src/locations/search/{search,search-made-up}.test.ts"],
  },
  segmenter: {
    timeoutMS: 6_000,
    mutate: [
      "src/detector/segment.ts",
      "src/detector/sentences.ts",
      "src/detector/blocks.ts",
      "src/detector/words.ts",
    ],
    tests: [
      "src/detector/blocks.test.ts",
      "src/detector/segment.test.ts",
      "src/detector/sentence-rules.test.ts",
      "src/detector/sentences.test.ts",
      "src/detector/words.test.ts",
    ],
  },
};
