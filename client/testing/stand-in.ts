// Stands in for the part of the contract the service does not answer yet (files), so that its examples
// can run.
import type { Seen, Step } from "./scripted-server.ts";

export function answerInStead({ headers }: Seen): Step {
  if (String(headers["content-type"]).startsWith("multipart/form-data")) {
    return { body: { ...detect("Essay"), input_type: "markdown", content: "Essay" } };
  }
  return { status: 404, body: { error: "Not stood in for." } };
}

function detect(text: string) {
  const probabilities = { ai_prob: 20, human_prob: 80, color_label: "green", is_data: false };
  return {
    ai_probability: 20,
    human_probability: 80,
    final_probability: 45,
    verdict: "Uncertain",
    input_type: "text",
    model_version: "v1.0",
    segments: [{ text, ...probabilities, start: 0, end: text.length }],
    words: 1,
    language: "en",
    warnings: [{ code: "short_text", message: "Under 50 words of prose." }],
    score: 0.2,
  };
}
